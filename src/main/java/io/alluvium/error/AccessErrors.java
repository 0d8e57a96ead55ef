package io.alluvium.error;

/** The user-facing errors of who may not: what a broker refuses a user. */
public final class AccessErrors {
  /** Where rights are given. */
  public enum Rights {
    /** ACLs of the Kafka cluster. */
    KAFKA,
    /** Policies of OCI's identity service. */
    OCI
  }

  private AccessErrors() {}

  /**
   * @param servers as configured
   */
  public static UserException notAuthenticated(String servers, Rights rights, Throwable cause) {
    return UserException.failed(
        "the brokers at " + servers + " don't know this user, or its password is another",
        UserException.reason(cause),
        rights == Rights.OCI
            ? "the user name in kafka.sasl.jaas.config is TENANCY/USER/STREAM_POOL_OCID, with an"
                + " identity domain TENANCY/DOMAIN/USER/STREAM_POOL_OCID, and the password an auth"
                + " token of that user, not the password of the console"
            : "correct user name and password in kafka.sasl.jaas.config",
        cause);
  }

  /**
   * @param servers as configured
   */
  public static UserException notTrusted(String servers, Throwable cause) {
    return UserException.failed(
        "no TLS connection comes about with the brokers at " + servers,
        UserException.reason(cause),
        "check that kafka.ssl.truststore.location holds who signed the brokers' certificate, that"
            + " their names are those in bootstrap.servers, and with security.protocol SSL that"
            + " kafka.ssl.keystore.location holds a certificate that they take",
        cause);
  }

  public static UserException readingRefused(String topic, Rights rights, Throwable cause) {
    return refused("read topic " + topic, "READ on topic " + topic, "stream-pull", rights, cause);
  }

  public static UserException groupRefused(String group, Rights rights, Throwable cause) {
    return refused(
        "read as group " + group, "READ on group " + group, "stream-pull", rights, cause);
  }

  public static UserException writingRefused(String topic, Rights rights, Throwable cause) {
    return refused(
        "write to topic " + topic, "WRITE on topic " + topic, "stream-push", rights, cause);
  }

  /** Something else than a topic or a group. */
  public static UserException refused(String topic, String group, Rights rights, Throwable cause) {
    return refused(
        "do what was asked",
        "READ on topic " + topic + " and on group " + group,
        "stream-pull",
        rights,
        cause);
  }

  private static UserException refused(
      String what, String acl, String resource, Rights rights, Throwable cause) {
    return UserException.failed(
        "the broker doesn't let this user " + what,
        UserException.reason(cause),
        rights == Rights.OCI
            ? "give its group the policy: Allow group GROUP to use "
                + resource
                + " in compartment COMPARTMENT"
            : "give it " + acl + ", or correct the credentials",
        cause);
  }
}
