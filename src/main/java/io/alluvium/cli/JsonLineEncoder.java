package io.alluvium.cli;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.encoder.EncoderBase;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Set;
import org.slf4j.event.KeyValuePair;

/**
 * One JSON object a line: {@code time} (ISO 8601, UTC), {@code level}, {@code thread}, {@code
 * logger}, {@code message}, then the event's pairs as fields of their own, and {@code error} and
 * {@code stack} where something was thrown. Logback's own encoder has pairs as a list of objects,
 * which no collector can search by.
 */
final class JsonLineEncoder extends EncoderBase<ILoggingEvent> {
  private static final byte[] NOTHING = {};
  private static final Set<String> OWN =
      Set.of("time", "level", "thread", "logger", "message", "error", "stack");

  private final JsonFactory json = new JsonFactory();

  @Override
  public byte[] headerBytes() {
    return NOTHING;
  }

  @Override
  public byte[] footerBytes() {
    return NOTHING;
  }

  @Override
  public byte[] encode(ILoggingEvent event) {
    ByteArrayOutputStream line = new ByteArrayOutputStream(256);
    try (JsonGenerator object = json.createGenerator(line)) {
      object.writeStartObject();
      object.writeStringField("time", event.getInstant().toString());
      object.writeStringField("level", event.getLevel().toString());
      object.writeStringField("thread", event.getThreadName());
      object.writeStringField("logger", event.getLoggerName());
      object.writeStringField("message", event.getFormattedMessage());
      List<KeyValuePair> pairs = event.getKeyValuePairs();
      if (pairs != null) {
        for (KeyValuePair pair : pairs) {
          write(object, pair);
        }
      }
      write(object, event.getThrowableProxy());
      object.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    line.write('\n');
    return line.toByteArray();
  }

  private static void write(JsonGenerator object, KeyValuePair pair) throws IOException {
    object.writeFieldName(OWN.contains(pair.key) ? pair.key + "_" : pair.key);
    if (pair.value instanceof Long || pair.value instanceof Integer) {
      object.writeNumber(((Number) pair.value).longValue());
    } else if (pair.value instanceof Boolean truth) {
      object.writeBoolean(truth);
    } else {
      object.writeString(String.valueOf(pair.value));
    }
  }

  private static void write(JsonGenerator object, IThrowableProxy thrown) throws IOException {
    if (thrown != null) {
      object.writeStringField("error", thrown.getClassName() + ": " + thrown.getMessage());
      object.writeStringField("stack", ThrowableProxyUtil.asString(thrown));
    }
  }
}
