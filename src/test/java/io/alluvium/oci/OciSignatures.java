package io.alluvium.oci;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.Signature;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Checks signatures as OCI does ("Request Signatures" of its documentation, version 1): of which
 * headers, by whose key, over which text, with which hash of the body, at which time.
 */
final class OciSignatures {
  private static final Pattern PAIR = Pattern.compile("(\\w+)=\"([^\"]*)\"");
  private static final Duration SKEW = Duration.ofMinutes(5);
  private static final List<String> ALWAYS = List.of("(request-target)", "host");
  private static final List<String> WITH_BODY =
      List.of("content-length", "content-type", "x-content-sha256");

  /** Objects and their parts are sent without a hash of the body. */
  private static final Pattern STREAMED = Pattern.compile("PUT /n/[^/]+/b/[^/]+/[ou]/.*");

  private final OciUser user;
  private final Clock clock;

  OciSignatures(OciUser user, Clock clock) {
    this.user = user;
    this.clock = clock;
  }

  /** Why a request is refused; empty if it isn't. */
  Optional<String> refusal(OciRequest request) {
    String authorization = request.header("authorization").orElse("");
    if (!authorization.startsWith("Signature ")) {
      return Optional.of("no signature");
    }
    Map<String, String> parts = new HashMap<>();
    Matcher matcher = PAIR.matcher(authorization);
    while (matcher.find()) {
      parts.put(matcher.group(1), matcher.group(2));
    }
    if (!"1".equals(parts.get("version")) || !"rsa-sha256".equals(parts.get("algorithm"))) {
      return Optional.of("version or algorithm");
    }
    if (!user.keyId().equals(parts.get("keyId"))) {
      return Optional.of("unknown key " + parts.get("keyId"));
    }
    List<String> signed =
        Arrays.asList(parts.getOrDefault("headers", "").toLowerCase(Locale.ROOT).split(" "));
    List<String> missing = new ArrayList<>(required(request));
    missing.removeAll(signed);
    if (!missing.isEmpty() || !(signed.contains("date") || signed.contains("x-date"))) {
      return Optional.of("not signed: " + missing + ", or no date");
    }
    if (signed.contains("x-content-sha256")
        && !request.header("x-content-sha256").equals(Optional.of(sha256(request.body())))) {
      return Optional.of("x-content-sha256 isn't that of the body");
    }
    if (!isNow(request.header(signed.contains("x-date") ? "x-date" : "date").orElse(""))) {
      return Optional.of("date");
    }
    return isSignature(parts.getOrDefault("signature", ""), text(request, signed))
        ? Optional.empty()
        : Optional.of("signature");
  }

  private static List<String> required(OciRequest request) {
    List<String> required = new ArrayList<>(ALWAYS);
    boolean body = List.of("POST", "PUT", "PATCH").contains(request.method());
    if (body && !STREAMED.matcher(request.method() + " " + request.target()).matches()) {
      required.addAll(WITH_BODY);
    }
    return required;
  }

  private boolean isNow(String date) {
    try {
      ZonedDateTime sent = ZonedDateTime.parse(date, DateTimeFormatter.RFC_1123_DATE_TIME);
      return Duration.between(sent.toInstant(), clock.instant()).abs().compareTo(SKEW) <= 0;
    } catch (DateTimeException e) {
      return false;
    }
  }

  private static String text(OciRequest request, List<String> signed) {
    List<String> lines = new ArrayList<>();
    for (String name : signed) {
      lines.add(
          name.equals("(request-target)")
              ? name + ": " + request.method().toLowerCase(Locale.ROOT) + " " + request.target()
              : name + ": " + request.header(name).orElse(""));
    }
    return String.join("\n", lines);
  }

  private boolean isSignature(String base64, String text) {
    try {
      Signature signature = Signature.getInstance("SHA256withRSA");
      signature.initVerify(user.publicKey());
      signature.update(text.getBytes(StandardCharsets.UTF_8));
      return signature.verify(Base64.getDecoder().decode(base64));
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      return false;
    }
  }

  private static String sha256(byte[] body) {
    try {
      return Base64.getEncoder().encodeToString(MessageDigest.getInstance("SHA-256").digest(body));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
