package io.alluvium.feed;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The real routes that simulated vehicles run on, from {@code routes.tsv}: 13 bus routes and 6 tube
 * lines, both directions of each one after the other.
 */
final class RouteBook {
  private static final String RESOURCE = "routes.tsv";

  private RouteBook() {}

  static List<Route> load() {
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(
                RouteBook.class.getResourceAsStream(RESOURCE), StandardCharsets.UTF_8))) {
      return read(reader.lines().filter(line -> !line.startsWith("#")).toList());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Route> read(List<String> lines) {
    List<Route> routes = new ArrayList<>();
    int from = 0;
    for (int to = 1; to <= lines.size(); to++) {
      if (to == lines.size() || lines.get(to).startsWith("route\t")) {
        routes.add(route(lines.get(from).split("\t", -1), lines.subList(from + 1, to)));
        from = to;
      }
    }
    return List.copyOf(routes);
  }

  private static Route route(String[] fields, List<String> stopLines) {
    List<Stop> stops = new ArrayList<>();
    int seconds = 0;
    for (String line : stopLines) {
      String[] stop = line.split("\t", -1);
      seconds += Integer.parseInt(stop[6]);
      stops.add(
          new Stop(stop[1], stop[2], List.of(stop[3].split("\\|", -1)), stop[4], stop[5], seconds));
    }
    return new Route(
        Route.Mode.valueOf(fields[1].toUpperCase(Locale.ROOT)),
        fields[2],
        fields[3],
        fields[4],
        fields[5],
        fields[6],
        List.copyOf(stops));
  }
}
