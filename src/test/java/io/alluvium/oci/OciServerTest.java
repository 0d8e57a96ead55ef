package io.alluvium.oci;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.oracle.bmc.loggingingestion.LoggingClient;
import com.oracle.bmc.loggingingestion.model.LogEntry;
import com.oracle.bmc.loggingingestion.model.LogEntryBatch;
import com.oracle.bmc.loggingingestion.model.PutLogsDetails;
import com.oracle.bmc.loggingingestion.requests.PutLogsRequest;
import com.oracle.bmc.model.BmcException;
import com.oracle.bmc.secrets.SecretsClient;
import com.oracle.bmc.secrets.requests.GetSecretBundleRequest;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The server that other tests trust takes what the SDK signs, and nothing else. */
class OciServerTest {
  private static final OciUser USER = OciUser.create();
  private static final String SECRET = "ocid1.vaultsecret.oc1..s";

  @TempDir Path directory;

  @Test
  void takesWhatTheSdkSigns() {
    try (OciServer server = serving()) {
      // Given
      OciAccess access = USER.access(directory, server);

      // When
      String id = secretId(access);

      // Then
      assertThat(id).isEqualTo(SECRET);
      assertThat(server.refusals()).isEmpty();
    }
  }

  @Test
  void takesABodyThatIsSigned() {
    try (OciServer server = serving()) {
      // Given
      OciAccess access = USER.access(directory, server);

      // When
      put(access);

      // Then
      assertThat(server.requests()).hasSize(1);
      assertThat(server.requests().get(0).text()).contains("\"data\":\"hello\"");
    }
  }

  @Test
  void refusesAnotherKey() {
    try (OciServer server = serving()) {
      // Given
      OciAccess stranger = OciUser.create().access(directory, server);

      // When
      // Then
      assertThatThrownBy(() -> secretId(stranger))
          .isInstanceOfSatisfying(
              BmcException.class, e -> assertThat(e.getStatusCode()).isEqualTo(401));
      assertThat(server.requests()).isEmpty();
    }
  }

  @Test
  void refusesAClockThatIsOff() {
    Clock late = Clock.offset(Clock.systemUTC(), Duration.ofMinutes(6));
    try (OciServer server = OciServer.start(USER, late)) {
      // Given
      OciAccess access = USER.access(directory, server);

      // When
      // Then
      assertThatThrownBy(() -> secretId(access))
          .isInstanceOfSatisfying(
              BmcException.class, e -> assertThat(e.getStatusCode()).isEqualTo(401));
      assertThat(server.refusals()).containsOnly("date");
    }
  }

  @Test
  void refusesAReplayWithAnotherBody() throws Exception {
    try (OciServer server = serving()) {
      // Given
      put(USER.access(directory, server));
      OciRequest good = server.requests().get(0);
      HttpRequest.Builder forged =
          HttpRequest.newBuilder(URI.create(server.endpoint() + good.target()))
              .POST(HttpRequest.BodyPublishers.ofString(good.text().replace("hello", "HELLO")));
      List.of("authorization", "date", "content-type", "x-content-sha256")
          .forEach(name -> forged.header(name, good.header(name).orElseThrow()));

      // When
      int status =
          HttpClient.newHttpClient().send(forged.build(), BodyHandlers.ofString()).statusCode();

      // Then
      assertThat(status).isEqualTo(401);
      assertThat(server.refusals()).containsExactly("x-content-sha256 isn't that of the body");
    }
  }

  @Test
  void aLostAnswerTookEffect() {
    try (OciServer server = serving()) {
      // Given
      server.plan(request -> true, new OciFault.AnswerLost());
      OciAccess access = USER.access(directory, server);

      // When
      secretId(access);

      // Then
      assertThat(server.requests()).as("asked again, by itself").hasSize(2);
    }
  }

  @Test
  void refusesOnceWhatIsPlannedOnce() {
    try (OciServer server = serving()) {
      // Given
      server.plan(request -> true, new OciFault.Refused(404));
      OciAccess access = USER.access(directory, server);

      // When
      // Then
      assertThatThrownBy(() -> secretId(access)).isInstanceOf(BmcException.class);
      assertThat(secretId(access)).isEqualTo(SECRET);
    }
  }

  private static OciServer serving() {
    OciServer server = OciServer.start(USER);
    server.handle(
        "/20190301/secretbundles/",
        request ->
            Optional.of(
                OciResponse.json(
                    "{\"secretId\":\"%s\",\"versionNumber\":1,\"secretBundleContent\":{\"contentType\":\"BASE64\",\"content\":\"aGk=\"}}"
                        .formatted(
                            request.path().substring("/20190301/secretbundles/".length())))));
    server.handle("/20200831/logs/", request -> Optional.of(OciResponse.empty(200)));
    return server;
  }

  private static String secretId(OciAccess access) {
    try (SecretsClient client =
        OciClients.client(SecretsClient.builder(), access, access.endpoints().secrets())) {
      return client
          .getSecretBundle(GetSecretBundleRequest.builder().secretId(SECRET).build())
          .getSecretBundle()
          .getSecretId();
    }
  }

  private static void put(OciAccess access) {
    LogEntry entry =
        LogEntry.builder().id("1").data("hello").time(Date.from(Instant.EPOCH)).build();
    LogEntryBatch batch =
        LogEntryBatch.builder()
            .entries(List.of(entry))
            .source("test")
            .type("test")
            .defaultlogentrytime(Date.from(Instant.EPOCH))
            .build();
    try (LoggingClient client =
        OciClients.client(LoggingClient.builder(), access, access.endpoints().logging())) {
      client.putLogs(
          PutLogsRequest.builder()
              .logId("ocid1.log.oc1..l")
              .putLogsDetails(
                  PutLogsDetails.builder()
                      .specversion("1.0")
                      .logEntryBatches(List.of(batch))
                      .build())
              .build());
    }
  }
}
