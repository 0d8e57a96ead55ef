package io.alluvium.inspect.print;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Columns side by side for a person: numbers to the right, wide values cut, control characters
 * shown as spaces. Widths come from the first {@value #LOOK_AHEAD} rows, so that memory stays
 * bounded; longer values of later rows are cut to them.
 */
final class AlignedPrinter implements RowPrinter {
  private static final int LOOK_AHEAD = 2_000;
  private static final String GAP = "  ";

  private final PrintWriter out;
  private final int widest;
  private final List<List<String>> held = new ArrayList<>();
  private boolean[] numbers = {};
  private int[] widths = {};
  private long count;

  /**
   * @param widest characters after which a value is cut
   */
  AlignedPrinter(PrintWriter out, int widest) {
    this.out = out;
    this.widest = widest;
  }

  @Override
  public void header(List<String> names) {
    numbers = new boolean[names.size()];
    widths = new int[names.size()];
    held.add(names);
    measure(names);
  }

  @Override
  public void row(List<Object> values) {
    List<String> texts = new ArrayList<>(values.size());
    for (int i = 0; i < values.size(); i++) {
      numbers[i] |= values.get(i) instanceof Number;
      texts.add(ValueText.shown(values.get(i)));
    }
    count++;
    if (count <= LOOK_AHEAD) {
      held.add(texts);
      measure(texts);
    } else {
      release();
      print(texts);
    }
  }

  private void measure(List<String> texts) {
    for (int i = 0; i < widths.length; i++) {
      widths[i] = Math.max(widths[i], Math.min(widest, length(texts.get(i))));
    }
  }

  private void release() {
    if (held.isEmpty()) {
      return;
    }
    print(held.get(0));
    print(Arrays.stream(widths).mapToObj("-"::repeat).toList());
    held.subList(1, held.size()).forEach(this::print);
    held.clear();
  }

  private void print(List<String> texts) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < widths.length; i++) {
      String text = cut(texts.get(i).replaceAll("\\p{Cntrl}", " "), widths[i]);
      String padding = " ".repeat(widths[i] - length(text));
      line.append(i == 0 ? "" : GAP).append(numbers[i] ? padding + text : text + padding);
    }
    out.println(line.toString().stripTrailing());
  }

  private static String cut(String text, int width) {
    return length(text) <= width
        ? text
        : text.substring(0, text.offsetByCodePoints(0, width - 1)) + "…";
  }

  private static int length(String text) {
    return text.codePointCount(0, text.length());
  }

  @Override
  public void end() {
    release();
    out.println("(" + count + (count == 1 ? " row)" : " rows)"));
    out.flush();
  }
}
