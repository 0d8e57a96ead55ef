package io.alluvium.objectstorage;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.alluvium.oci.OciRequest;
import io.alluvium.oci.OciResponse;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The objects of a bucket, and the answers of Object Storage's API about them. */
final class OciObjects {
  private static final Pattern OBJECT = Pattern.compile("/n/[^/]+/b/[^/]+/o/(.+)");
  private static final Pattern RANGE = Pattern.compile("bytes=(\\d+)-(\\d+)");
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final DateTimeFormatter HTTP_DATE =
      DateTimeFormatter.RFC_1123_DATE_TIME.withZone(ZoneOffset.UTC);

  private final NavigableMap<String, Stored> objects = new TreeMap<>();
  private final boolean overlooksConditions;

  OciObjects(boolean overlooksConditions) {
    this.overlooksConditions = overlooksConditions;
  }

  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Stored(byte[] bytes, Instant modified) {}

  synchronized OciResponse answer(OciRequest request) {
    if (request.method().equals("POST") && request.path().endsWith("/actions/renameObject")) {
      return rename(request);
    }
    Matcher object = OBJECT.matcher(request.path());
    if (!object.matches()) {
      return list(request);
    }
    String name = object.group(1);
    return switch (request.method()) {
      case "PUT" -> put(name, request);
      case "HEAD", "GET" -> read(name, request);
      case "DELETE" -> objects.remove(name) == null ? missing() : OciResponse.empty(204);
      default -> OciResponse.error(405, "MethodNotAllowed", request.method());
    };
  }

  private OciResponse put(String name, OciRequest request) {
    if (!overlooksConditions
        && request.header("if-none-match").equals(Optional.of("*"))
        && objects.containsKey(name)) {
      return OciResponse.error(412, "IfNoneMatchFailed", "there is such an object");
    }
    objects.put(name, new Stored(request.body(), Instant.now()));
    return OciResponse.empty(200).with("etag", "e" + objects.size());
  }

  private OciResponse read(String name, OciRequest request) {
    Stored stored = objects.get(name);
    if (stored == null) {
      return missing();
    }
    byte[] bytes = stored.bytes;
    Matcher range = RANGE.matcher(request.header("range").orElse(""));
    if (request.method().equals("HEAD") || !range.matches()) {
      return object(200, bytes, stored);
    }
    int from = Integer.parseInt(range.group(1));
    if (from >= bytes.length) {
      return OciResponse.error(416, "InvalidRange", "beyond the object's end");
    }
    int to = (int) Math.min(bytes.length - 1L, Long.parseLong(range.group(2)));
    return object(206, Arrays.copyOfRange(bytes, from, to + 1), stored)
        .with("Content-Range", "bytes " + from + "-" + to + "/" + bytes.length);
  }

  private static OciResponse object(int status, byte[] bytes, Stored stored) {
    return new OciResponse(
        status,
        Map.of(
            "Content-Type",
            "application/octet-stream",
            "last-modified",
            HTTP_DATE.format(stored.modified)),
        bytes);
  }

  private OciResponse list(OciRequest request) {
    String prefix = request.parameter("prefix").orElse("");
    Optional<String> delimiter = request.parameter("delimiter");
    int most = request.parameter("limit").map(Integer::parseInt).orElse(1000);
    String start = request.parameter("start").orElse(prefix);
    SortedMap<String, Stored> from =
        objects.tailMap(start.compareTo(prefix) > 0 ? start : prefix, true);
    ObjectNode page = MAPPER.createObjectNode();
    ArrayNode found = page.putArray("objects");
    ArrayNode prefixes = page.putArray("prefixes");
    String last = null;
    for (Map.Entry<String, Stored> entry : from.entrySet()) {
      String name = entry.getKey();
      if (!name.startsWith(prefix)) {
        break;
      }
      int end = delimiter.map(d -> name.indexOf(d, prefix.length())).orElse(-1);
      if (end >= 0) {
        String directory = name.substring(0, end + 1);
        if (directory.equals(last)) {
          continue;
        }
        last = directory;
      }
      if (found.size() + prefixes.size() == most) {
        page.put("nextStartWith", name);
        break;
      }
      if (end >= 0) {
        prefixes.add(last);
      } else {
        found
            .addObject()
            .put("name", name)
            .put("size", entry.getValue().bytes.length)
            .put("timeModified", entry.getValue().modified.toString());
      }
    }
    return OciResponse.json(page.toString());
  }

  private OciResponse rename(OciRequest request) {
    try {
      JsonNode details = MAPPER.readTree(request.text());
      String from = details.get("sourceName").asText();
      String to = details.get("newName").asText();
      if (!objects.containsKey(from)) {
        return missing();
      }
      if (details.path("newObjIfNoneMatchETag").asText().equals("*") && objects.containsKey(to)) {
        return OciResponse.error(412, "IfNoneMatchFailed", "there is such an object");
      }
      objects.put(to, objects.remove(from));
      return OciResponse.empty(200);
    } catch (JsonProcessingException e) {
      return OciResponse.error(400, "InvalidParameter", "no JSON");
    }
  }

  private static OciResponse missing() {
    return OciResponse.error(404, "ObjectNotFound", "there is no such object");
  }
}
