package io.alluvium.interop;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(Fixtures.class)
class TakeoverIT {
  @Test
  void explore(Broker broker, SparkSession spark) throws Exception {
    Landing landing = Landing.create(broker, "takeover", 2);
    NotebookStreams streams = new NotebookStreams(spark, landing);
    streams.createTables();
    landing.publish(round(0));
    streams.landBronze();
    streams.mergeSilver();
    landing.publish(round(1));
    streams.landBronze();
    landing.publish(round(2));
    streams.landBronze();
    streams.mergeSilver();
    System.out.println("WORK " + landing.directory());
  }

  private static List<byte[]> round(int number) {
    List<byte[]> values = new ArrayList<>();
    for (int vehicle = 0; vehicle < 40; vehicle++) {
      values.add(Messages.prediction("v" + vehicle, "2026-01-01T00:%02d:00Z".formatted(number)));
    }
    return values;
  }
}
