package io.alluvium.decode;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.alluvium.cast.Utf8Decoder;
import io.alluvium.decode.BronzeColumn.JsonField;
import io.alluvium.decode.BronzeColumn.JsonText;
import io.alluvium.row.RowBuilder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Fills the columns that come from a message's JSON, in one pass where that gives what Spark's two
 * readers give. They differ: {@code from_json} takes NaN and Infinity but no bare control
 * characters in strings, {@code get_json_object} the other way round. So this reads as {@code
 * from_json} does, takes the text columns along, and reads again for these only where the message
 * has what the readers disagree on. Not thread-safe.
 */
final class JsonReader {
  private final JsonFactory fieldFactory = JsonFactories.fields();
  private final JsonFactory textFactory = JsonFactories.texts();
  private final JsonValues values = new JsonValues();

  /** By member of the root object. A second reader of the same member needs a second pass. */
  private final List<Map<String, MemberReader>> passes = new ArrayList<>();

  private final List<TextReader> texts = new ArrayList<>();
  private final List<TextReader> rootTexts = new ArrayList<>();
  private final MemberReader skipping = (parser, now, out) -> values.skip(parser);

  /** Null if nobody wants them. */
  private final UnknownFields unknown;

  JsonReader(List<BronzeColumn> columns) {
    UnknownFields others = null;
    for (int i = 0; i < columns.size(); i++) {
      if (columns.get(i) instanceof JsonField field) {
        addToPass(field.field(), new FieldReader(values, i, field.type()));
      } else if (columns.get(i) instanceof BronzeColumn.UnknownFields) {
        if (others != null) {
          throw new IllegalArgumentException("unknown fields in two columns: " + columns);
        }
        others = new UnknownFields(i);
      } else if (columns.get(i) instanceof JsonText text) {
        TextReader reader = new TextReader(values, JsonPath.parse(text.path()), i);
        texts.add(reader);
        reader
            .member()
            .ifPresentOrElse(name -> addToPass(name, reader), () -> rootTexts.add(reader));
      }
    }
    if (passes.isEmpty()) {
      passes.add(Map.of());
    }
    unknown = others;
  }

  private void addToPass(String member, MemberReader reader) {
    for (Map<String, MemberReader> pass : passes) {
      if (pass.putIfAbsent(member, reader) == null) {
        return;
      }
    }
    Map<String, MemberReader> pass = new HashMap<>();
    pass.put(member, reader);
    passes.add(pass);
  }

  /** Sets the columns that come from JSON; none of them may be set before. */
  Fault read(Utf8Decoder message, long nowMicros, RowBuilder out) {
    values.reset();
    for (TextReader text : texts) {
      text.reset();
    }
    Fault fault = readFields(message, nowMicros, out);
    if (fault != Fault.NONE) {
      out.clear();
    }
    if (values.sawNonNumeric() || (unknown != null && unknown.sawNonNumeric())) {
      texts.forEach(text -> text.setNull(out));
    } else if (fault == Fault.NONE || fault == Fault.NOT_AN_OBJECT) {
      readTexts(rootTexts, message, out);
    } else if (message.hasControls()) {
      readTexts(texts, message, out);
    }
    return fault;
  }

  private Fault readFields(Utf8Decoder message, long nowMicros, RowBuilder out) {
    // The first pass knows the names of all members that anybody reads.
    MemberReader others = skipping;
    if (unknown != null) {
      unknown.reset();
      others = unknown;
    }
    Fault fault = Fault.NONE;
    for (int i = 0; i < passes.size() && fault == Fault.NONE; i++) {
      fault = readFields(passes.get(i), others, message, nowMicros, out);
      others = skipping;
    }
    if (unknown != null && fault == Fault.NONE) {
      unknown.set(out);
    }
    return fault;
  }

  private Fault readFields(
      Map<String, MemberReader> pass,
      MemberReader others,
      Utf8Decoder message,
      long nowMicros,
      RowBuilder out) {
    try (JsonParser parser = fieldFactory.createParser(message.chars(), 0, message.length())) {
      JsonToken root = parser.nextToken();
      if (root != JsonToken.START_OBJECT) {
        return root == null ? Fault.EMPTY : Fault.NOT_AN_OBJECT;
      }
      for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
        parser.nextToken();
        pass.getOrDefault(name, others).read(parser, nowMicros, out);
      }
      return Fault.NONE;
    } catch (IOException | RuntimeException e) {
      // Unchecked ones too: a defect of the parser may cost one message its fields, not the stream.
      return Fault.NOT_JSON;
    }
  }

  private void readTexts(List<TextReader> readers, Utf8Decoder message, RowBuilder out) {
    for (TextReader reader : readers) {
      try (JsonParser parser = textFactory.createParser(message.chars(), 0, message.length())) {
        reader.readDocument(parser, out);
      } catch (IOException | RuntimeException e) {
        reader.setNull(out);
      }
    }
  }
}
