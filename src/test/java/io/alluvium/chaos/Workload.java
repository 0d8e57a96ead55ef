package io.alluvium.chaos;

import io.alluvium.feed.Message;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** A pipeline of {@code config/}, an endless feed for it, and what silver is to be of it. */
enum Workload {
  ARRIVALS {
    @Override
    Iterator<Message> feed(long seed) {
      return ChaosFeed.arrivals(seed);
    }

    @Override
    Expectation expectation(String topic) {
      return new ExpectedArrivals(topic, ExpectedArrivals.Deletes.NONE);
    }
  },
  DELETED_ARRIVALS {
    @Override
    List<String> overrides() {
      return List.of("silver.delete-when=operationType = 2");
    }

    @Override
    Iterator<Message> feed(long seed) {
      return ChaosFeed.arrivals(seed);
    }

    @Override
    Expectation expectation(String topic) {
      return new ExpectedArrivals(topic, ExpectedArrivals.Deletes.OPERATION_TYPE_2);
    }
  },
  ORDER_LINES {
    @Override
    String file() {
      return "order-items";
    }

    @Override
    Iterator<Message> feed(long seed) {
      return ChaosFeed.broken(seed, new OrderLines(seed), "coupon_code");
    }

    @Override
    Expectation expectation(String topic) {
      return new ExpectedLines();
    }
  },
  PATIENTS {
    @Override
    String file() {
      return "patients";
    }

    @Override
    Iterator<Message> feed(long seed) {
      return ChaosFeed.broken(seed, new Patients(seed), "city");
    }

    @Override
    Expectation expectation(String topic) {
      return new ExpectedPatients();
    }
  };

  /**
   * Arguments of a parameterized test, the workload first: each case with one of the workloads in
   * turn, or with every one if the chaos tests do more.
   */
  static Stream<Arguments> with(Arguments... cases) {
    Workload[] all = values();
    int each = ChaosSize.isEveryWorkload() ? all.length : 1;
    return IntStream.range(0, cases.length * each)
        .mapToObj(
            i ->
                Arguments.of(
                    Stream.concat(
                            Stream.of(all[(i / each + i % each) % all.length]),
                            Stream.of(cases[i / each].get()))
                        .toArray()));
  }

  /** The pipeline's name in {@code config/}. */
  String file() {
    return "tfl";
  }

  List<String> overrides() {
    return List.of();
  }

  /** Depends on the seed alone. */
  abstract Iterator<Message> feed(long seed);

  abstract Expectation expectation(String topic);
}
