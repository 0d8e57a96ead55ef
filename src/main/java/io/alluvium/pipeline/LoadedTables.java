package io.alluvium.pipeline;

/** What a task starts from that lands rows and reduces them. */
record LoadedTables(LoadedPartition silver, LoadedBronze bronze) {}
