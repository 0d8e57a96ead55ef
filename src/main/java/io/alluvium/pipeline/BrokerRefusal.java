package io.alluvium.pipeline;

import io.alluvium.config.OciStreaming;
import io.alluvium.error.AccessErrors;
import io.alluvium.error.AccessErrors.Rights;
import io.alluvium.error.UserException;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.GroupAuthorizationException;
import org.apache.kafka.common.errors.SslAuthenticationException;
import org.apache.kafka.common.errors.TopicAuthorizationException;

/** Tells what a broker won't let a user do from what may go by itself. */
public final class BrokerRefusal {
  private final String servers;
  private final Rights rights;

  /**
   * @param kafka by Kafka's own keys
   */
  public BrokerRefusal(Map<String, String> kafka) {
    this.servers = kafka.get("bootstrap.servers");
    this.rights = OciStreaming.isMeant(kafka) ? Rights.OCI : Rights.KAFKA;
  }

  /** What a person has to do, so that a group can read; empty if it is no refusal. */
  public Optional<UserException> ofReading(String topic, String group, Throwable error) {
    return refusal(error).map(cause -> reading(topic, group, cause));
  }

  /** What a person has to do, so that a topic can be written; empty if it is no refusal. */
  public Optional<UserException> ofWriting(String topic, Throwable error) {
    return refusal(error)
        .map(
            cause ->
                cause instanceof AuthenticationException unknown
                    ? entering(unknown)
                    : AccessErrors.writingRefused(topic, rights, cause));
  }

  private UserException reading(String topic, String group, Throwable cause) {
    if (cause instanceof AuthenticationException unknown) {
      return entering(unknown);
    }
    if (cause instanceof TopicAuthorizationException) {
      return AccessErrors.readingRefused(topic, rights, cause);
    }
    return cause instanceof GroupAuthorizationException
        ? AccessErrors.groupRefused(group, rights, cause)
        : AccessErrors.refused(topic, group, rights, cause);
  }

  private UserException entering(AuthenticationException cause) {
    return cause instanceof SslAuthenticationException
        ? AccessErrors.notTrusted(servers, cause)
        : AccessErrors.notAuthenticated(servers, rights, cause);
  }

  private static Optional<Throwable> refusal(Throwable error) {
    for (Throwable cause = error; cause != null; cause = cause.getCause()) {
      if (cause instanceof AuthorizationException || cause instanceof AuthenticationException) {
        return Optional.of(cause);
      }
    }
    return Optional.empty();
  }
}
