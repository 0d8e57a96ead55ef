package io.alluvium.chaos;

import io.alluvium.feed.Message;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Iterator;
import java.util.SplittableRandom;

/** Patients who come, change, come late and confirm what is known. For one thread. */
final class Patients implements Iterator<Message> {
  private static final int PATIENTS = 2_000;
  private static final long START = Instant.parse("2026-01-01T00:00:00Z").toEpochMilli();

  private final SplittableRandom random;
  private long count;

  Patients(long seed) {
    random = new SplittableRandom(seed);
  }

  @Override
  public boolean hasNext() {
    return true;
  }

  @Override
  public Message next() {
    String mrn = Integer.toString(random.nextInt(PATIENTS));
    // Coarse enough that times of a patient tie, wide enough that messages come late.
    long updated = START + (count++ / 500 + random.nextInt(5)) * 1_000;
    String patient =
        """
        {"mrn":%s,"dob":"1980-01-01","sex":"F","gender":"F","first_name":"Ada","last_name":%s,\
        "street_address":"1 Road","zip":%d,"city":"Leeds","state":"CA","updated":"%s"}"""
            .formatted(
                mrn,
                random.nextInt(4) == 0 ? "null" : "\"Byron\"",
                random.nextInt(2),
                Instant.ofEpochMilli(updated));
    return new Message(mrn, patient.getBytes(StandardCharsets.UTF_8));
  }
}
