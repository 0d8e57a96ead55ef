package io.alluvium.feed;

import io.alluvium.feed.Route.Mode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** The vehicles of a simulation, spread over the lines and along them. */
final class Fleet {
  /** Train numbers have three digits, and one line doesn't see more trains than this. */
  private static final int TRAINS_A_LINE = 100;

  private static final int TRAIN_EVERY = 4;

  private Fleet() {}

  /** Vehicles line by line; every fourth is a train as long as the lines have room. */
  static List<Vehicle> of(int vehicles, SplittableRandom random) {
    List<RouteText> routes = RouteBook.load().stream().map(RouteText::new).toList();
    List<List<RouteText>> buses = lines(routes, Mode.BUS);
    List<List<RouteText>> tubes = lines(routes, Mode.TUBE);
    List<Vehicle> fleet = new ArrayList<>();
    int trains = 0;
    for (int i = 0; i < vehicles; i++) {
      if (i % TRAIN_EVERY == TRAIN_EVERY - 1 && trains < tubes.size() * TRAINS_A_LINE) {
        String id = String.format("%03d", trains / tubes.size() + 1);
        fleet.add(vehicle(id, tubes.get(trains % tubes.size()), random));
        trains++;
      } else {
        int bus = i - trains;
        fleet.add(vehicle(registration(bus), buses.get(bus % buses.size()), random));
      }
    }
    fleet.sort(Comparator.comparing(vehicle -> vehicle.route().route().lineId()));
    return fleet;
  }

  /** A number plate such as {@code LA10AAB}, another one for every number. */
  static String registration(int number) {
    int rest = number;
    StringBuilder plate = new StringBuilder("AAA");
    for (int i = 2; i >= 0; i--) {
      plate.setCharAt(i, (char) ('A' + rest % 26));
      rest /= 26;
    }
    return "L" + (char) ('A' + rest / 90) + (10 + rest % 90) + plate;
  }

  private static Vehicle vehicle(String id, List<RouteText> ways, SplittableRandom random) {
    int way = random.nextInt(ways.size());
    double position = random.nextDouble() * ways.get(way).route().duration();
    return new Vehicle(id, ways, way, position, 100_000 + random.nextInt(300_000));
  }

  private static List<List<RouteText>> lines(List<RouteText> routes, Mode mode) {
    return IntStream.iterate(0, i -> i < routes.size(), i -> i + 2)
        .mapToObj(i -> routes.subList(i, i + 2))
        .filter(ways -> ways.get(0).route().mode() == mode)
        .toList();
  }
}
