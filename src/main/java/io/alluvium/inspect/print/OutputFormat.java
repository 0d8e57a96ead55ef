package io.alluvium.inspect.print;

import java.io.PrintWriter;

/** {@code -o}. */
public enum OutputFormat {
  TABLE {
    @Override
    public RowPrinter printer(PrintWriter out) {
      return new AlignedPrinter(out);
    }
  },
  JSON {
    @Override
    public RowPrinter printer(PrintWriter out) {
      return new JsonPrinter(out);
    }
  },
  CSV {
    @Override
    public RowPrinter printer(PrintWriter out) {
      return new CsvPrinter(out);
    }
  };

  public abstract RowPrinter printer(PrintWriter out);
}
