package io.alluvium.delta.log;

import io.alluvium.delta.TableSpec;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The table features that this program turns on, and the properties by which a table uses them
 * (Delta protocol, "Table Features"). A feature in the protocol allows; only the property makes
 * writers act.
 */
public final class TableFeatures {
  /** Readers and writers have to know it. */
  public static final String VECTORS = "deletionVectors";

  /** Only writers have to know it. */
  public static final String CHANGE_DATA = "changeDataFeed";

  public static final String ENABLE_VECTORS = "delta.enableDeletionVectors";
  public static final String ENABLE_CHANGE_DATA = "delta.enableChangeDataFeed";

  /** What a protocol of named features has to name of what version 2 writers do anyway. */
  private static final Set<String> LEGACY = Set.of("appendOnly", "invariants");

  private static final Map<String, String> BY_PROPERTY =
      Map.of(ENABLE_VECTORS, VECTORS, ENABLE_CHANGE_DATA, CHANGE_DATA);

  private TableFeatures() {}

  /** The features that a table of these properties needs. */
  static Set<String> wanted(TableSpec spec) {
    Set<String> wanted = new LinkedHashSet<>();
    BY_PROPERTY.forEach(
        (property, feature) -> {
          if (Boolean.parseBoolean(spec.properties().get(property))) {
            wanted.add(feature);
          }
        });
    return wanted;
  }

  /** The lowest protocol with these features. */
  static Action.Protocol protocol(Set<String> features) {
    return features.isEmpty()
        ? new Action.Protocol(1, 2, Set.of(), Set.of())
        : with(new Action.Protocol(1, 2, Set.of(), Set.of()), features);
  }

  /**
   * A protocol with further features.
   *
   * @param protocol at most 1/2, or of named features
   */
  private static Action.Protocol with(Action.Protocol protocol, Set<String> features) {
    Set<String> writer = new LinkedHashSet<>(LEGACY);
    writer.addAll(protocol.writerFeatures());
    writer.addAll(features);
    Set<String> reader = new LinkedHashSet<>(protocol.readerFeatures());
    if (features.contains(VECTORS)) {
      reader.add(VECTORS);
    }
    return new Action.Protocol(
        reader.isEmpty() ? protocol.minReaderVersion() : 3, 7, reader, writer);
  }

  /** The protocol that a table has to be raised to before it has these features, if any. */
  static Optional<Action.Protocol> upgrade(Action.Protocol protocol, Set<String> features) {
    boolean complete =
        protocol.writerFeatures().containsAll(features)
            && (!features.contains(VECTORS) || protocol.readerFeatures().contains(VECTORS));
    return complete ? Optional.empty() : Optional.of(with(protocol, features));
  }

  /**
   * Whether a table is to be written in a feature's way: the property alone, without the feature in
   * the protocol, means nothing.
   */
  static boolean active(LogState state, String property) {
    return state.protocol().writerFeatures().contains(BY_PROPERTY.get(property))
        && Boolean.parseBoolean(state.metadata().configuration().get(property));
  }
}
