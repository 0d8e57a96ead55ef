package io.alluvium.decode;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import io.alluvium.cast.Utf8Decoder;
import io.alluvium.row.RowBuilder;
import java.io.IOException;

/** Reads what a path finds in a text (Spark's get_json_object). Not thread-safe. */
public final class JsonTextReader {
  private final JsonValues values = new JsonValues();
  private final JsonFactory factory = JsonFactories.texts();
  private final JsonPath path;

  /** Throws {@link IllegalArgumentException} for a path that {@link JsonPath} doesn't take. */
  public JsonTextReader(String path) {
    this.path = JsonPath.parse(path);
  }

  /** Sets {@code column} to what is found, to null if nothing is or the text isn't JSON. */
  public void read(Utf8Decoder text, RowBuilder out, int column) {
    values.reset();
    out.setNull(column);
    try (JsonParser parser = factory.createParser(text.chars(), 0, text.length())) {
      PathReader reader = new PathReader(values, path.steps(), column);
      if (parser.nextToken() == null || !reader.read(parser, out)) {
        out.setNull(column);
      }
    } catch (IOException | RuntimeException e) {
      // Unchecked ones too: a defect of the parser may cost one value, not the stream.
      out.setNull(column);
    }
  }
}
