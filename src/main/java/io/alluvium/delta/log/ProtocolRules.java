package io.alluvium.delta.log;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
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
   * Protected checkpoints stay ({@link ExpiredLog}), and only the newest version ever gets one
   * here. Both halves of the protocol are checked whatever is done with a table, vacuuming
   * included. {@code v2Checkpoint} isn't there, as nothing here cleans sidecar files.
   */
  private static final Set<String> IMPLEMENTED =
      Set.of(
          "appendOnly",
          "invariants",
          TableFeatures.VECTORS,
          TableFeatures.CHANGE_DATA,
          "checkpointProtection",
          "vacuumProtocolCheck");

  private ProtocolRules() {}

  /**
   * The names of what the table needs and this program doesn't know; empty if it may be written.
   */
  static List<String> unknown(
      Action.Protocol protocol, Map<String, String> properties, EngineRules rules) {
    Set<String> unknown = new LinkedHashSet<>();
    if (protocol.minReaderVersion() > rules.newestReader()) {
      unknown.add("reader version " + protocol.minReaderVersion());
    }
    if (protocol.minWriterVersion() > rules.newestWriter()) {
      unknown.add("writer version " + protocol.minWriterVersion());
    }
    Set<String> needed = features(protocol);
    needed.removeAll(IMPLEMENTED);
    needed.removeAll(switchedOff(properties));
    unknown.addAll(needed);
    return List.copyOf(unknown);
  }

  /**
   * Features that ask nothing of a table while their property is off. The Iceberg ones can't be
   * dropped once they are in a protocol, nor can column mapping beside them.
   */
  private static Set<String> switchedOff(Map<String, String> properties) {
    Set<String> off = new LinkedHashSet<>();
    if (properties.getOrDefault("delta.columnMapping.mode", "none").equals("none")) {
      off.add("columnMapping");
    }
    for (String version : List.of("V1", "V2")) {
      if (!Boolean.parseBoolean(properties.get("delta.enableIcebergCompat" + version))) {
        off.add("icebergCompat" + version);
      }
    }
    return off;
  }

  /** All features of a table, those that old versions stand for included. */
  static Set<String> features(Action.Protocol protocol) {
    Set<String> features = new LinkedHashSet<>(implied(protocol));
    features.addAll(protocol.readerFeatures());
    features.addAll(protocol.writerFeatures());
    return features;
  }

  /**
   * The names of what reading the table's data files needs and this program doesn't know (protocol,
   * "Reader Version Requirements").
   */
  static List<String> unreadable(Action.Protocol protocol, Map<String, String> properties) {
    Set<String> unknown = new LinkedHashSet<>();
    if (protocol.minReaderVersion() > FEATURES_READER) {
      unknown.add("reader version " + protocol.minReaderVersion());
    }
    if (protocol.minReaderVersion() == 2) {
      unknown.add("columnMapping");
    }
    unknown.addAll(protocol.readerFeatures());
    unknown.removeAll(IMPLEMENTED);
    unknown.removeAll(switchedOff(properties));
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
