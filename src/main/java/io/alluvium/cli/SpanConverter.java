package io.alluvium.cli;

import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Spans of time on the command line, written as in the pipeline file: {@code 500ms}, {@code 2m}.
 */
final class SpanConverter implements ITypeConverter<Duration> {
  private static final Pattern SPAN = Pattern.compile("(\\d{1,9})(ms|s|m|h|d)");
  private static final Map<String, Duration> UNITS =
      Map.of(
          "ms", Duration.ofMillis(1),
          "s", Duration.ofSeconds(1),
          "m", Duration.ofMinutes(1),
          "h", Duration.ofHours(1),
          "d", Duration.ofDays(1));

  @Override
  public Duration convert(String value) {
    Matcher matcher = SPAN.matcher(value);
    if (!matcher.matches() || Long.parseLong(matcher.group(1)) == 0) {
      throw new TypeConversionException(
          "'" + value + "' is no span of time; write for example 500ms, 60s, 5m or 1h");
    }
    return UNITS.get(matcher.group(2)).multipliedBy(Long.parseLong(matcher.group(1)));
  }
}
