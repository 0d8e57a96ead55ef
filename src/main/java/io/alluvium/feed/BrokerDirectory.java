package io.alluvium.feed;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Utils;
import org.apache.kafka.metadata.properties.MetaPropertiesEnsemble;
import org.apache.kafka.metadata.storage.Formatter;
import org.apache.kafka.server.common.Feature;
import org.apache.kafka.server.common.MetadataVersion;

/** A formatted log directory; {@link #close} deletes it when it was made as a temporary one. */
record BrokerDirectory(Path path, Lifetime lifetime) implements AutoCloseable {
  enum Lifetime {
    KEPT,
    TEMPORARY
  }

  /**
   * @param directory made and formatted when it isn't yet; empty for a temporary one
   */
  static BrokerDirectory open(Optional<Path> directory) throws Exception {
    BrokerDirectory opened =
        directory.isPresent()
            ? new BrokerDirectory(Files.createDirectories(directory.get()), Lifetime.KEPT)
            : new BrokerDirectory(
                Files.createTempDirectory("alluvium-broker-"), Lifetime.TEMPORARY);
    // Formatting again would ask for the same cluster id, which only that file knows.
    if (!Files.exists(opened.path.resolve(MetaPropertiesEnsemble.META_PROPERTIES_NAME))) {
      opened.format();
    }
    return opened;
  }

  @Override
  public void close() throws IOException {
    if (lifetime == Lifetime.TEMPORARY) {
      Utils.delete(path.toFile());
    }
  }

  private void format() throws Exception {
    String directory = path.toString();
    new Formatter()
        .setPrintStream(
            new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8))
        .setSupportedFeatures(Feature.PRODUCTION_FEATURES)
        .setReleaseVersion(MetadataVersion.latestProduction())
        .setNodeId(BrokerProperties.NODE_ID)
        .setClusterId(Uuid.randomUuid().toString())
        .setDirectories(List.of(directory))
        .setMetadataLogDirectory(directory)
        .setControllerListenerName(BrokerProperties.CONTROLLER_LISTENER)
        .setIgnoreFormatted(true)
        .run();
  }
}
