package io.alluvium.inspect;

import io.alluvium.delta.TableSnapshot;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A table's next offsets by source partition, from its transaction versions. */
public final class Positions {
  private static final Pattern PARTITION = Pattern.compile("-(\\d{1,9})$");

  private Positions() {}

  /**
   * @param appId the application id of a partition in this table
   */
  public static Map<Integer, Long> of(TableSnapshot snapshot, IntFunction<String> appId) {
    return of(snapshot.txns(), appId);
  }

  /**
   * @param txns all transaction versions of the table
   */
  public static Map<Integer, Long> of(Map<String, Long> txns, IntFunction<String> appId) {
    Map<Integer, Long> positions = new TreeMap<>();
    txns.forEach(
        (id, next) -> {
          Matcher matcher = PARTITION.matcher(id);
          if (matcher.find()) {
            int partition = Integer.parseInt(matcher.group(1));
            if (appId.apply(partition).equals(id)) {
              positions.put(partition, next);
            }
          }
        });
    return positions;
  }
}
