package io.alluvium.interop;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Hands tests the {@link Broker} and the {@link SparkSession} that all of them share. */
final class Fixtures implements ParameterResolver {
  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    Class<?> type = parameter.getParameter().getType();
    return type == Broker.class || type == SparkSession.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    Class<?> type = parameter.getParameter().getType();
    // The root store closes them, which are both AutoCloseable, after the last test.
    return context
        .getRoot()
        .getStore(ExtensionContext.Namespace.create(Fixtures.class))
        .getOrComputeIfAbsent(type, key -> create(type));
  }

  private static Object create(Class<?> type) {
    if (type == SparkSession.class) {
      return LocalSpark.session();
    }
    try {
      return Broker.start(Workspace.ROOT);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
