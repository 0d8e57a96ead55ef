package io.alluvium.feed;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;

/** Finds a message's record key: one top-level field of its JSON object. */
final class KeyField {
  private static final JsonFactory JSON = new JsonFactory();

  private final String name;

  KeyField(String name) {
    this.name = name;
  }

  @Override
  public String toString() {
    return name;
  }

  /** The field's text; null when it isn't there, isn't a plain value, or the bytes aren't JSON. */
  String of(byte[] value) {
    try (JsonParser parser = JSON.createParser(value)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        return null;
      }
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        boolean found = parser.currentName().equals(name);
        JsonToken token = parser.nextToken();
        if (found) {
          return token.isScalarValue() && token != JsonToken.VALUE_NULL ? parser.getText() : null;
        }
        parser.skipChildren();
      }
      return null;
    } catch (IOException e) {
      return null;
    }
  }
}
