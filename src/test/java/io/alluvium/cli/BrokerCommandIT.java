package io.alluvium.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.admin.Admin;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class BrokerCommandIT {
  private static final Pattern ADDRESS = Pattern.compile("broker at (127\\.0\\.0\\.1:\\d+);");

  @Test
  void takesClientsUntilItIsStopped() throws Exception {
    // Given
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    Thread running =
        new Thread(
            () ->
                new CommandLineFactory(new PrintWriter(out), new PrintWriter(err))
                    .create()
                    .execute("broker", "--port", "0"));

    // When
    running.start();
    Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> !out.toString().isEmpty());

    // Then
    Matcher address = ADDRESS.matcher(out.toString());
    assertThat(address.find()).as(out.toString() + err).isTrue();
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", address.group(1)))) {
      assertThat(admin.describeCluster().nodes().get()).hasSize(1);
    }
    running.interrupt();
    running.join(Duration.ofSeconds(60).toMillis());
    assertThat(running.isAlive()).isFalse();
  }
}
