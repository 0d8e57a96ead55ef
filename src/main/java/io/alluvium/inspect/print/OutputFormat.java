package io.alluvium.inspect.print;

import java.io.PrintWriter;

/** {@code -o}. */
public enum OutputFormat {
  TABLE {
    @Override
    public RowPrinter printer(PrintWriter out, int widest) {
      return new AlignedPrinter(out, widest);
    }
  },
  JSON {
    @Override
    public RowPrinter printer(PrintWriter out, int widest) {
      return new JsonPrinter(out);
    }
  },
  CSV {
    @Override
    public RowPrinter printer(PrintWriter out, int widest) {
      return new CsvPrinter(out);
    }
  };

  private static final int WIDEST = 40;

  /**
   * @param widest characters after which a table cuts a value
   */
  public abstract RowPrinter printer(PrintWriter out, int widest);

  /** With columns of an ordinary width. */
  public RowPrinter printer(PrintWriter out) {
    return printer(out, WIDEST);
  }
}
