package io.alluvium.derive;

import io.alluvium.row.RowBuilder;
import io.alluvium.row.RowReader;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.UnaryOperator;

/** Changes the case of letters. ASCII is done in place, the rest by the JDK's Unicode tables. */
final class CaseStep implements ValueStep {
  private final char first;
  private final char last;
  private final UnaryOperator<String> full;
  private byte[] ascii = new byte[64];

  private CaseStep(char first, char last, UnaryOperator<String> full) {
    this.first = first;
    this.last = last;
    this.full = full;
  }

  static CaseStep lower() {
    return new CaseStep('A', 'Z', text -> FinalSigma.lower(text).toLowerCase(Locale.ROOT));
  }

  static CaseStep upper() {
    return new CaseStep('a', 'z', text -> text.toUpperCase(Locale.ROOT));
  }

  @Override
  public void apply(RowReader in, int column, long nowMicros, RowBuilder out, int target) {
    byte[] bytes = in.array(column);
    int from = in.offset(column);
    int length = in.length(column);
    if (ascii.length < length) {
      ascii = Arrays.copyOf(ascii, length);
    }
    for (int i = 0; i < length; i++) {
      byte b = bytes[from + i];
      if (b < 0) {
        out.setString(target, full.apply(in.getString(column)));
        return;
      }
      ascii[i] = b >= first && b <= last ? (byte) (b ^ 0x20) : b;
    }
    out.setBytes(target, ascii, 0, length);
  }
}
