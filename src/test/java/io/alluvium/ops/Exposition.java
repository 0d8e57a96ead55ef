package io.alluvium.ops;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What {@code /metrics} answered: values by name and labels, as they are written. */
record Exposition(Map<String, Double> values) {
  private static final Pattern LINE = Pattern.compile("(?m)^([a-z_]+)(?:\\{(.*)})? (\\S+)$");
  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  static Exposition of(ManagementServer server) {
    Map<String, Double> values = new LinkedHashMap<>();
    LINE.matcher(get(server, "/metrics").body())
        .results()
        .forEach(
            line ->
                values.put(
                    line.group(1) + (line.group(2) == null ? "" : "{" + line.group(2) + "}"),
                    Double.parseDouble(line.group(3))));
    return new Exposition(values);
  }

  static HttpResponse<String> get(ManagementServer server, String path) {
    try {
      return CLIENT.send(
          HttpRequest.newBuilder(URI.create(server.address() + path)).build(),
          HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * The sum over all series of a name that have these labels; null if there is none.
   *
   * @param labels as {@code table="bronze"}
   */
  Double sum(String name, String... labels) {
    Pattern series = Pattern.compile(Pattern.quote(name) + "(\\{.*})?");
    return values.entrySet().stream()
        .filter(e -> series.matcher(e.getKey()).matches())
        .filter(e -> Set.of(labels).stream().allMatch(e.getKey()::contains))
        .map(Map.Entry::getValue)
        .reduce(Double::sum)
        .orElse(null);
  }

  Double sum(AlluviumMetric metric, String... labels) {
    return sum(metric.exposed(), labels);
  }

  /** The names of all series. */
  Set<String> names() {
    return values.keySet().stream()
        .map(series -> series.replaceFirst("\\{.*", ""))
        .collect(Collectors.toSet());
  }
}
