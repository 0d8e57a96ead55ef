package io.alluvium.inspect.verify;

import io.alluvium.config.SilverConfig;
import io.alluvium.delta.DataFile;
import io.alluvium.delta.parquet.DataFileReader;
import io.alluvium.delta.parquet.RowIterator;
import io.alluvium.error.TableErrors;
import io.alluvium.inspect.BronzeFiles;
import io.alluvium.row.Row;
import io.alluvium.row.Schema;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Holds silver's rows against the reduction of bronze. For one thread. */
final class SilverComparison {
  private static final String SPREAD =
      ", since its records lie on several partitions of the topic: set rekey.topic";

  private final SilverConfig config;
  private final DataFileReader reader;
  private final BronzeRows bronze;
  private final Fingerprint layout;
  private final Reduction reduction;
  private final ExpectedRows expected;
  private final Findings findings;
  private final List<Row> different = new ArrayList<>();
  private long rows;

  SilverComparison(
      SilverConfig config,
      DataFileReader reader,
      BronzeRows bronze,
      Fingerprint layout,
      Reduction reduction,
      ExpectedRows expected,
      Findings findings) {
    this.config = config;
    this.reader = reader;
    this.bronze = bronze;
    this.layout = layout;
    this.reduction = reduction;
    this.expected = expected;
    this.findings = findings;
  }

  /** Compares all rows; returns how many there are. */
  long run(List<DataFile> files) throws IOException {
    for (DataFile file : files) {
      try (RowIterator silver = reader.open(file)) {
        for (Row row = silver.next(); row != null; row = silver.next()) {
          rows++;
          judge(row, file);
        }
      } catch (IOException e) {
        throw TableErrors.dataFileUnreadable(config.table().name(), file.path(), e);
      }
    }
    expected.missing().mapToObj(expected::row).forEach(this::missing);
    for (Row row : different) {
      explain(row);
    }
    return rows;
  }

  private void judge(Row row, DataFile file) {
    switch (expected.judge(layout.of(row, 0, BronzeFiles.UNKNOWN))) {
      case DUPLICATE ->
          findings.add(
              Finding.Kind.DUPLICATE_KEY, key(row) + " in " + file.path() + spreadAdvice(row));
      case EXTRA -> findings.add(Finding.Kind.EXTRA_ROW, key(row) + " in " + file.path());
      case DIFFERENT -> {
        findings.count(Finding.Kind.DIFFERENT_ROW);
        if (different.size() < Findings.EXAMPLES) {
          different.add(row);
        }
      }
      case RIGHT, UNKNOWN -> {}
    }
  }

  /** Where each key belongs to one source partition, two rows of one have another reason. */
  private String spreadAdvice(Row row) {
    return expected.isSpread(layout.of(row, 0, BronzeFiles.UNKNOWN)) ? SPREAD : "";
  }

  private void missing(Row fingerprint) {
    findings.count(Finding.Kind.MISSING_ROW);
    if (findings.wantsExample(Finding.Kind.MISSING_ROW)) {
      findings.example(
          Finding.Kind.MISSING_ROW, key(fingerprint) + " of " + reduction.span(fingerprint));
    }
  }

  /** Reads the file of the row that should be there, to tell the first column that differs. */
  private void explain(Row actual) throws IOException {
    Row fingerprint = expected.find(layout.of(actual, 0, BronzeFiles.UNKNOWN));
    Row wanted = bronze.find(reduction.file(fingerprint), layout, fingerprint);
    Schema schema = config.table().schema();
    for (int column : schema.requireAll(config.determined())) {
      if (!actual.sameColumns(wanted, new int[] {column})
          && !layout.isOlder(actual, wanted, column)) {
        findings.example(
            Finding.Kind.DIFFERENT_ROW,
            "%s: %s is %s and should be %s"
                .formatted(
                    key(actual),
                    schema.column(column).name(),
                    RowText.value(actual, column),
                    RowText.value(wanted, column)));
        return;
      }
    }
  }

  private String key(Row row) {
    return RowText.columns(row, config.key());
  }
}
