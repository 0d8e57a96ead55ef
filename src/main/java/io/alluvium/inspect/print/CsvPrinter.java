package io.alluvium.inspect.print;

import java.io.PrintWriter;
import java.util.List;
import java.util.stream.Collectors;

/**
 * RFC 4180 with a header. A null is an empty field, an empty string a quoted one, so that the two
 * can be told apart.
 */
final class CsvPrinter implements RowPrinter {
  private static final String LINE_END = "\r\n";

  private final PrintWriter out;

  CsvPrinter(PrintWriter out) {
    this.out = out;
  }

  @Override
  public void header(List<String> names) {
    line(List.copyOf(names));
  }

  @Override
  public void row(List<Object> values) {
    line(values);
  }

  private void line(List<?> values) {
    out.print(
        values.stream().map(CsvPrinter::field).collect(Collectors.joining(",", "", LINE_END)));
  }

  private static String field(Object value) {
    if (value == null) {
      return "";
    }
    String text = ValueText.exact(value);
    boolean quoted =
        text.isEmpty()
            || text.chars().anyMatch(c -> c == ',' || c == '"' || c == '\r' || c == '\n');
    return quoted ? '"' + text.replace("\"", "\"\"") + '"' : text;
  }

  @Override
  public void end() {
    out.flush();
  }
}
