package io.alluvium.delta.log;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Which tables may be written (Delta protocol, "Writer Version Requirements" and "Table Features"):
 * those of whose features every one is implemented here.
 */
final class ProtocolRules {
  private static final int FEATURES_READER = 3;
  private static final int FEATURES_WRITER = 7;

  /**
   * Implemented: removes in append-only tables are refused, and so are columns with invariants when
   * the table is opened; vectors are honoured and change data is written where the table wants it.
   */
  private static final Set<String> IMPLEMENTED =
      Set.of("appendOnly", "invariants", TableFeatures.VECTORS, TableFeatures.CHANGE_DATA);

  private ProtocolRules() {}

  /**
   * The names of what the table needs and this program doesn't know; empty if it may be written.
   */
  static List<String> unknown(Action.Protocol protocol, EngineRules rules) {
    Set<String> unknown = new LinkedHashSet<>();
    if (protocol.minReaderVersion() > rules.newestReader()) {
      unknown.add("reader version " + protocol.minReaderVersion());
    }
    if (protocol.minWriterVersion() > rules.newestWriter()) {
      unknown.add("writer version " + protocol.minWriterVersion());
    }
    Set<String> needed = new LinkedHashSet<>(implied(protocol));
    needed.addAll(protocol.readerFeatures());
    needed.addAll(protocol.writerFeatures());
    needed.removeAll(IMPLEMENTED);
    unknown.addAll(needed);
    return List.copyOf(unknown);
  }

  /**
   * The names of what reading the table's data files needs and this program doesn't know (protocol,
   * "Reader Version Requirements").
   */
  static List<String> unreadable(Action.Protocol protocol) {
    Set<String> unknown = new LinkedHashSet<>();
    if (protocol.minReaderVersion() > FEATURES_READER) {
      unknown.add("reader version " + protocol.minReaderVersion());
    }
    if (protocol.minReaderVersion() == 2) {
      unknown.add("columnMapping");
    }
    unknown.addAll(protocol.readerFeatures());
    unknown.removeAll(IMPLEMENTED);
    return List.copyOf(unknown);
  }

  /** What the versions below 3 and 7 mean as features (protocol, "Valid Feature Names"). */
  private static List<String> implied(Action.Protocol protocol) {
    List<String> implied = new ArrayList<>();
    int writer = protocol.minWriterVersion();
    if (writer >= 3 && writer < FEATURES_WRITER) {
      implied.add("checkConstraints");
    }
    if (writer >= 4 && writer < FEATURES_WRITER) {
      implied.add("generatedColumns");
      implied.add("changeDataFeed");
    }
    if (protocol.minReaderVersion() == 2 || writer == 5 || writer == 6) {
      implied.add("columnMapping");
    }
    if (writer == 6) {
      implied.add("identityColumns");
    }
    return implied;
  }
}
