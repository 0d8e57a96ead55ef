package io.alluvium.ops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.alluvium.error.UserException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class ManagementServerTest {
  private final Logger logger = (Logger) LoggerFactory.getLogger(ManagementServer.class);
  private final ListAppender<ILoggingEvent> log = new ListAppender<>();

  @BeforeEach
  void listen() {
    log.start();
    logger.addAppender(log);
  }

  @AfterEach
  void stop() {
    logger.detachAppender(log);
  }

  private static ManagementServer start(String address, int port) throws UnknownHostException {
    InetAddress[] all = InetAddress.getAllByName(address);
    return ManagementServer.start(
        List.of(new PipelineHealth("tfl")), new InetSocketAddress(all[0], port));
  }

  @Test
  void loopbackIsNothingToWarnOf() throws Exception {
    // Given
    String address = "127.0.0.1";

    // When
    try (ManagementServer server = start(address, 0)) {

      // Then
      assertThat(server.address()).startsWith("http://127.0.0.1:");
      assertThat(Exposition.get(server, "/readyz").body())
          .isEqualTo("tfl: not ready: it is being opened\n");
      assertThat(log.list).isEmpty();
    }
  }

  @Test
  void whoServesEverybodyIsWarned() throws Exception {
    // Given
    String address = "0.0.0.0";

    // When
    try (ManagementServer server = start(address, 0)) {

      // Then
      assertThat(log.list).hasSize(1);
      assertThat(log.list.get(0).getLevel()).isEqualTo(Level.WARN);
      assertThat(log.list.get(0).getFormattedMessage()).contains("neither authentication");
    }
  }

  @Test
  void anAddressOfAnotherMachineIsRefusedInWords() {
    // Given
    String elsewhere = "192.0.2.1";

    // When / Then
    assertThatThrownBy(() -> start(elsewhere, 0).close())
        .isInstanceOf(UserException.class)
        .hasMessageContaining("health and metrics can't be served on port 0 of 192.0.2.1")
        .hasMessageContaining("management.address");
  }
}
