package io.alluvium.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OciStreamingTest {
  @ParameterizedTest
  @CsvSource({
    "true,  streaming.us-phoenix-1.oci.oraclecloud.com:9092",
    "true,  cell-1.streaming.eu-frankfurt-1.oci.oraclecloud.com:9092",
    "true,  CELL-12.Streaming.uk-london-1.OCI.oraclecloud.com",
    "true,  aaaa.pvt.streaming.us-langley-1.oci.oraclegovcloud.com:9092",
    "true,  ' x:1 , streaming.us-phoenix-1.oci.oraclecloud.com:9092 '",
    "false, localhost:9092",
    "false, bootstrap-clstr-abc.kafka.eu-frankfurt-1.oci.oraclecloud.com:9092",
    "false, streaming.example.com:9092",
    "false, notstreaming.us-phoenix-1.oci.oraclecloud.com:9092"
  })
  void itsEndpointsAreKnownByTheirNames(boolean meant, String servers) {
    // Given
    Map<String, String> kafka = Map.of("bootstrap.servers", servers);

    // When
    boolean seen = OciStreaming.isMeant(kafka);

    // Then
    assertThat(seen).isEqualTo(meant);
  }

  @ParameterizedTest
  @CsvSource({
    "true,  tenancy/user/ocid1.streampool.oc1.eu-frankfurt-1.x",
    "true,  tenancy/domain/user@example.com/ocid1.streampool.oc1..x",
    "false, alluvium"
  })
  void behindATunnelItsUsersTell(boolean meant, String user) {
    // Given
    Map<String, String> kafka =
        Map.of(
            "bootstrap.servers",
            "localhost:9092",
            "sasl.jaas.config",
            "PlainLoginModule required username=\"" + user + "\";");

    // When
    boolean seen = OciStreaming.isMeant(kafka);

    // Then
    assertThat(seen).isEqualTo(meant);
  }
}
