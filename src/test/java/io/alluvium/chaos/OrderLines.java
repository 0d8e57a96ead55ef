package io.alluvium.chaos;

import io.alluvium.feed.Message;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.SplittableRandom;

/** Order lines as a shop exports them, corrected and repeated without end. For one thread. */
final class OrderLines implements Iterator<Message> {
  private static final int ORDERS = 1_000;
  private static final int ITEMS = 3;

  private final SplittableRandom random;

  OrderLines(long seed) {
    random = new SplittableRandom(seed);
  }

  @Override
  public boolean hasNext() {
    return true;
  }

  @Override
  public Message next() {
    String order = Integer.toString(random.nextInt(ORDERS));
    String line =
        """
        {"dt":"2026-01-01","order_ts":"2026-01-01 10:00:00","customer_id":"C1","order_id":"%s",\
        "item_seq":"%d","product_id":"P1","quantity":"%s","unit_price_currency":"GBP",\
        "unit_price":"%s%d","discount_pct":"%d%%","tax_amount":"1","channel":"%s",\
        "coupon_code":"%s"}"""
            .formatted(
                order,
                random.nextInt(ITEMS),
                one("1", "2", "Two", "x"),
                one("", "$"),
                random.nextInt(3),
                random.nextInt(2),
                one("web", "app", "shop"),
                one("", " Save10 ", "SAVE10"));
    return new Message(order, line.getBytes(StandardCharsets.UTF_8));
  }

  private String one(String... values) {
    return values[random.nextInt(values.length)];
  }
}
