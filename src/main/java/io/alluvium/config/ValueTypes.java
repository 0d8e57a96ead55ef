package io.alluvium.config;

import io.alluvium.config.Deletion.Expiry;
import io.alluvium.derive.Condition;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The types that values of the pipeline file have. */
final class ValueTypes {
  /** Kafka's rule for topics (Topic.validate), which ids and directories can keep too. */
  private static final Pattern KAFKA_NAME = Pattern.compile("[a-zA-Z0-9._-]{1,249}");

  private static final Pattern TABLE_NAME = Pattern.compile("\\w+(\\.\\w+){0,2}");
  private static final Pattern DURATION = Pattern.compile("(\\d{1,9})\\s*(ms|s|m|h|d)");
  private static final Pattern REGION_NAME = Pattern.compile("[a-z]+(-[a-z]+)*-\\d+");
  private static final Pattern ENDPOINT_URL = Pattern.compile("https?://[^/\\s?#]+");
  private static final Pattern LOG = Pattern.compile("ocid1\\.log\\.[A-Za-z0-9._-]+");
  private static final Pattern EXPIRY_TEXT =
      Pattern.compile("(\\w+)(?:\\s*\\+\\s*(\\d{1,9})\\s*(ms|s|m|h|d))?");
  private static final Pattern SIZE = Pattern.compile("(\\d{1,9})\\s*(B|KB|MB|GB)");
  private static final Map<String, Duration> DURATION_UNITS =
      Map.of(
          "ms", Duration.ofMillis(1),
          "s", Duration.ofSeconds(1),
          "m", Duration.ofMinutes(1),
          "h", Duration.ofHours(1),
          "d", Duration.ofDays(1));
  private static final Map<String, Long> SIZE_UNITS =
      Map.of("B", 1L, "KB", 1L << 10, "MB", 1L << 20, "GB", 1L << 30);

  private static final String BYTE = "(25[0-5]|2[0-4]\\d|1?\\d?\\d)";
  private static final Pattern IPV4 = Pattern.compile(BYTE + "(\\." + BYTE + "){3}");

  /** What can't be taken for the name of a machine. */
  private static final Pattern IPV6 = Pattern.compile("[0-9a-fA-F:.]*:[0-9a-fA-F:.]*");

  static final ValueType<String> TEXT = ValueType.ofText(Node.Scalar::text);
  static final ValueType<String> KAFKA_ID = ValueType.ofText(ValueTypes::kafkaId);
  static final ValueType<String> TABLE = ValueType.ofText(ValueTypes::table);
  static final ValueType<Duration> POSITIVE_DURATION = ValueType.ofText(ValueTypes::duration);
  static final ValueType<Long> BYTES = ValueType.ofText(ValueTypes::bytes);
  static final ValueType<Integer> COMMITS = ValueType.ofText(ValueTypes::commits);
  static final ValueType<OptionalInt> PORT = ValueType.ofText(ValueTypes::port);
  static final ValueType<String> ADDRESS = ValueType.ofText(ValueTypes::address);
  static final ValueType<String> REGION = ValueType.ofText(ValueTypes::region);
  static final ValueType<String> ENDPOINT = ValueType.ofText(ValueTypes::endpoint);
  static final ValueType<String> LOG_OCID = ValueType.ofText(ValueTypes::logOcid);
  static final ValueType<Condition> CONDITION =
      ValueType.ofText(scalar -> ConditionText.parse(scalar.text()));
  static final ValueType<Expiry> EXPIRY = ValueType.ofText(ValueTypes::expiry);
  static final ValueType<List<String>> NAMES = ValueTypes::names;
  static final ValueType<Node.Fields> COLUMNS = ValueTypes::columns;

  private ValueTypes() {}

  private static String kafkaId(Node.Scalar scalar) throws BadValueException {
    String text = scalar.text();
    if (KAFKA_NAME.matcher(text).matches() && !text.equals(".") && !text.equals("..")) {
      return text;
    }
    throw new BadValueException(
        scalar.kind() + " is no name that Kafka takes",
        "use 1 to 249 of the characters a-z A-Z 0-9 . _ -");
  }

  private static String table(Node.Scalar scalar) throws BadValueException {
    if (TABLE_NAME.matcher(scalar.text()).matches()) {
      return scalar.text();
    }
    throw new BadValueException(
        scalar.kind() + " is no table name",
        "write table, schema.table or catalog.schema.table with letters, digits and _");
  }

  private static Duration duration(Node.Scalar scalar) throws BadValueException {
    Matcher matcher = DURATION.matcher(scalar.text().strip());
    if (!matcher.matches()) {
      throw new BadValueException(
          scalar.kind() + " is no duration", "write a whole number and ms, s, m, h or d, as in 2s");
    }
    Duration duration =
        DURATION_UNITS.get(matcher.group(2)).multipliedBy(Long.parseLong(matcher.group(1)));
    if (duration.isZero()) {
      throw new BadValueException("the duration is zero", "write one above zero, as in 2s");
    }
    return duration;
  }

  private static Expiry expiry(Node.Scalar scalar) throws BadValueException {
    Matcher matcher = EXPIRY_TEXT.matcher(scalar.text().strip());
    if (!matcher.matches()) {
      throw new BadValueException(
          scalar.kind() + " is no time after which a row goes",
          "write a timestamp column, or a column and a duration, as in timeToLive + 5m");
    }
    Duration after =
        matcher.group(2) == null
            ? Duration.ZERO
            : DURATION_UNITS.get(matcher.group(3)).multipliedBy(Long.parseLong(matcher.group(2)));
    return new Expiry(matcher.group(1), after);
  }

  private static Long bytes(Node.Scalar scalar) throws BadValueException {
    Matcher matcher = SIZE.matcher(scalar.text().strip());
    if (!matcher.matches()) {
      throw new BadValueException(
          scalar.kind() + " is no size", "write a whole number and B, KB, MB or GB, as in 64MB");
    }
    return Long.parseLong(matcher.group(1)) * SIZE_UNITS.get(matcher.group(2));
  }

  private static Integer commits(Node.Scalar scalar) throws BadValueException {
    String text = scalar.text();
    if (text.matches("\\d{1,6}") && Integer.parseInt(text) > 0) {
      return Integer.parseInt(text);
    }
    throw new BadValueException(
        scalar.kind() + " is no number of commits", "write a whole number from 1 to 999999");
  }

  /** An IP address, so that no name has to be asked for before anything runs. */
  private static String address(Node.Scalar scalar) throws BadValueException {
    String text = scalar.text();
    if (IPV4.matcher(text).matches() || text.contains(":") && isIpv6(text)) {
      return text;
    }
    throw new BadValueException(
        scalar.kind() + " is no IP address",
        "write 127.0.0.1, 0.0.0.0 for all addresses of this machine, or one of them");
  }

  private static boolean isIpv6(String text) {
    try {
      return IPV6.matcher(text).matches() && InetAddress.getByName(text) instanceof Inet6Address;
    } catch (UnknownHostException e) {
      return false;
    }
  }

  private static OptionalInt port(Node.Scalar scalar) throws BadValueException {
    String text = scalar.text();
    if (text.equals("off")) {
      return OptionalInt.empty();
    }
    if (text.matches("\\d{1,5}") && Integer.parseInt(text) <= 65_535) {
      return OptionalInt.of(Integer.parseInt(text));
    }
    throw new BadValueException(
        scalar.kind() + " is no port", "write 1 to 65535, 0 for any free one, or off");
  }

  private static String region(Node.Scalar scalar) throws BadValueException {
    if (REGION_NAME.matcher(scalar.text()).matches()) {
      return scalar.text();
    }
    throw new BadValueException(
        scalar.kind() + " is no region", "write its identifier, as in eu-frankfurt-1");
  }

  private static String endpoint(Node.Scalar scalar) throws BadValueException {
    if (ENDPOINT_URL.matcher(scalar.text()).matches()) {
      return scalar.text();
    }
    throw new BadValueException(
        scalar.kind() + " is no address of a service",
        "write https:// and the host, with its port if need be, and nothing behind that");
  }

  private static String logOcid(Node.Scalar scalar) throws BadValueException {
    if (LOG.matcher(scalar.text()).matches()) {
      return scalar.text();
    }
    throw new BadValueException(
        scalar.kind() + " is no OCID of a log",
        "write the custom log's, which begins with ocid1.log.");
  }

  private static List<String> names(Node node) throws BadValueException {
    if (!(node instanceof Node.Items list)) {
      throw new BadValueException(
          "a list of columns belongs here, not " + node.kind(), "write it as [a, b]");
    }
    List<String> names = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    for (Node item : list.items()) {
      String name = TEXT.parse(item);
      if (!seen.add(name)) {
        throw new BadValueException("\"" + name + "\" is there twice", "name each column once");
      }
      names.add(name);
    }
    return List.copyOf(names);
  }

  private static Node.Fields columns(Node node) throws BadValueException {
    if (node instanceof Node.Fields fields && !fields.fields().isEmpty()) {
      return fields;
    }
    throw new BadValueException(
        "a map of columns belongs here, not " + node.kind(), "write one line a column, name: spec");
  }
}
