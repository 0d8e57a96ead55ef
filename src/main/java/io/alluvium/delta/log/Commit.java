package io.alluvium.delta.log;

import java.util.List;

/** What one version of the table did. */
public record Commit(long version, List<Action> actions) {}
