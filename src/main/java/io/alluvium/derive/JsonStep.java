package io.alluvium.derive;

import io.alluvium.cast.Utf8Decoder;
import io.alluvium.decode.JsonTextReader;
import io.alluvium.row.RowBuilder;
import io.alluvium.row.RowReader;

/** {@link Step.JsonText} at work. */
final class JsonStep implements ValueStep {
  private final JsonTextReader reader;
  private final Utf8Decoder text = new Utf8Decoder();

  JsonStep(Step.JsonText json) {
    this.reader = new JsonTextReader(json.path());
  }

  @Override
  public void apply(RowReader in, int column, long nowMicros, RowBuilder out, int target) {
    text.decode(in.array(column), in.offset(column), in.length(column));
    reader.read(text, out, target);
  }
}
