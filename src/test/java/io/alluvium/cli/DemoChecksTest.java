package io.alluvium.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.alluvium.inspect.Tables;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoChecksTest {
  @TempDir private Path directory;

  @Test
  void anyPipelinesTablesAreAskedByTheirOwnColumns() throws IOException {
    // Given
    Tables tables = Tables.create(directory).start(0);
    tables.land(0, 0, 1_000, tables.row("a", 1, "v", "p", 1_000), tables.row("b", 2, "v", "p", 1));
    tables.reduce(0, 2);
    StringWriter out = new StringWriter();

    // When
    int code = new DemoChecks(tables.config(), new PrintWriter(out)).run(2);

    // Then
    assertThat(code).as(out.toString()).isZero();
    assertThat(out.toString())
        .contains("SELECT \"k\", \"at\", \"v\", \"part\"")
        .contains("GROUP BY \"k\"")
        .contains("fed     2 messages, all of them in bronze");
  }
}
