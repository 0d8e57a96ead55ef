package io.alluvium.cli;

/** How a line of the log is written. */
enum LogFormat {
  /** For people. */
  TEXT,
  /** An object a line, for what collects logs. */
  JSON
}
