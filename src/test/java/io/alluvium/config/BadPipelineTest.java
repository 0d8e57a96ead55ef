package io.alluvium.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.alluvium.error.ExitCode;
import io.alluvium.error.UserException;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What never starts, and every word that is said about it. */
class BadPipelineTest {
  static Stream<BadCase> cases() {
    return Stream.of(
        BadCase.of("unknown keys with near and far names")
            .where("source:", "sorce:")
            .where("  path: s", "  path: s\n  flush-intervall: 5s\n  bogus: 1")
            .expect(
                "p.yaml:1: source.topic: this key is missing — add it, as in topic: arrivals",
                "p.yaml:4: sorce: there is no such key — did you mean \"source\"?",
                "p.yaml:16: silver.flush-intervall: there is no such key — did you mean \"flush-interval\"?",
                "p.yaml:17: silver.bogus: there is no such key — use one of path, table, flush-interval, partition-by, key, sequence-by, on-match, compare, delete-when, tombstones, remember-deletes, expire-after, deletion-vectors, change-data-feed, target-file-size, columns"),
        BadCase.of("a key in the wrong section and a dotted one")
            .where("  topic: t", "  topic: t\n  sequence-by: [ts]")
            .where("name: p", "name: p\nsource.start: latest")
            .expect(
                "p.yaml:2: source.start: there is no such key — nest it: source: start",
                "p.yaml:7: source.sequence-by: there is no such key — did you mean \"silver.sequence-by\"?"),
        BadCase.of("a re-keyed topic that is the source itself")
            .with("rekey: {topic: t}\n")
            .expect(
                "p.yaml:23: rekey.topic: it is source.topic itself — name another topic, into which silver's rows are sent by their key"),
        BadCase.of("a re-keyed topic without a name")
            .with("rekey:\n")
            .expect(
                "p.yaml:23: rekey.topic: this key is missing — name a topic of yours, or remove rekey"),
        BadCase.of("a re-keyed topic and Kafka settings that can't be")
            .with("rekey: {topic: r}\n")
            .where(
                "  bootstrap.servers: host:9092",
                """
                  bootstrap.servers: host:9092
                  producer.enable.idempotence: true
                  producer.transactional.id: x
                  producer.acks: 1
                  producer.max.in.flight.requests.per.connection: 5\
                """
                    .indent(2)
                    .stripTrailing())
            .expect(
                "p.yaml:4: kafka.producer.enable.idempotence: only \"false\" does: OCI Streaming rejects idempotent producers — remove it, or write false",
                "p.yaml:5: kafka.producer.transactional.id: Alluvium sets this itself — remove it: nothing is written in transactions",
                "p.yaml:6: kafka.producer.acks: only \"all\" does: a re-keyed row must not get lost — remove it, or write all",
                "p.yaml:7: kafka.producer.max.in.flight.requests.per.connection: only \"1\" does: rows that are re-keyed must keep their order — remove it, or write 1"),
        BadCase.of("access to Oracle Cloud that can't be")
            .with(
                """
                oci:
                  auth: api-key
                  region: Frankfurt
                  endpoints: {secrets: 10.0.0.7, vault: https://x}
                  log: ocid1.loggroup.oc1..a
                """)
            .expect(
                "p.yaml:24: oci.auth: \"api-key\" is none of the words that do here — use one of config-file, instance, resource, workload",
                "p.yaml:25: oci.region: \"Frankfurt\" is no region — write its identifier, as in eu-frankfurt-1",
                "p.yaml:26: oci.endpoints.vault: there is no such key — use one of secrets, logging, object-storage",
                "p.yaml:26: oci.endpoints.secrets: \"10.0.0.7\" is no address of a service — write https:// and the host, with its port if need be, and nothing behind that",
                "p.yaml:27: oci.log: \"ocid1.loggroup.oc1..a\" is no OCID of a log — write the custom log's, which begins with ocid1.log."),
        BadCase.of("a configuration file for a principal that needs none")
            .with("oci: {auth: instance, profile: PROD}\n")
            .expect(
                "p.yaml:23: oci.profile: it has no effect with oci.auth: instance — remove it, or write oci.auth: config-file"),
        BadCase.of("a pace that is too slow")
            .where("  topic: t", "  topic: t\n  fetch-interval: 11s")
            .expect(
                "p.yaml:6: source.fetch-interval: rebalances and commits would wait as long — write 10s or less"),
        BadCase.of("a protocol that logs in, and nobody who does")
            .where(
                "  bootstrap.servers: host:9092",
                "  bootstrap.servers: host:9092\n  security.protocol: sasl_ssl")
            .expect(
                "p.yaml:4: kafka.sasl.mechanism: SASL_SSL needs a mechanism, and Kafka's default is Kerberos — write sasl.mechanism: PLAIN, SCRAM-SHA-512 or what the brokers take; GSSAPI for Kerberos",
                "p.yaml:4: kafka.sasl.jaas.config: this key is missing: it says who logs in — add it, as in sasl.jaas.config: MODULE required username=\"…\" password=\"…\";"),
        BadCase.of("a login and stores that a protocol has no use for")
            .where(
                "  bootstrap.servers: host:9092",
                """
                  bootstrap.servers: host:9092
                  sasl.mechanism: PLAIN
                  consumer.sasl.jaas.config: org.apache.kafka.common.security.plain.PlainLoginModule required username="u" password="p";
                  ssl.truststore.location: pom.xml
                """
                    .indent(2)
                    .stripTrailing())
            .expect(
                "p.yaml:4: kafka.sasl.mechanism: nobody logs in with PLAINTEXT — write security.protocol: SASL_SSL, or remove it",
                "p.yaml:5: kafka.sasl.jaas.config: nobody logs in with PLAINTEXT — write security.protocol: SASL_SSL, or remove it",
                "p.yaml:6: kafka.ssl.truststore.location: nothing is encrypted with PLAINTEXT — write security.protocol: SSL, or remove it"),
        login("SCRAM-SHA-512", "plain.PlainLoginModule required username=\"u\" password=\"p\";")
            .expect(
                "p.yaml:6: kafka.sasl.jaas.config: SCRAM-SHA-512 doesn't go with this login module — write org.apache.kafka.common.security.scram.ScramLoginModule"),
        login("PLAIN", "plain.PlainLoginModule required username=\"u\" password=\"\";")
            .expect(
                "p.yaml:6: kafka.sasl.jaas.config: the password is missing or empty — write password=\"…\" behind required"),
        login("PLAIN", "plain.PlainLoginModule required username=\"u\" password=\"p\"")
            .expect(
                "p.yaml:6: kafka.sasl.jaas.config: this is no login module with its options — write MODULE required username=\"…\" password=\"…\"; with quotes and the semicolon"),
        BadCase.of("stores that aren't there")
            .where(
                "  bootstrap.servers: host:9092",
                """
                  bootstrap.servers: host:9092
                  security.protocol: SSL
                  ssl.truststore.location: no/such/trust.p12
                  ssl.keystore.location: src
                """
                    .indent(2)
                    .stripTrailing())
            .expect(
                "p.yaml:5: kafka.ssl.truststore.location: there is no file no/such/trust.p12 that can be read — correct the path, which is taken from the working directory",
                "p.yaml:6: kafka.ssl.keystore.location: there is no file src that can be read — correct the path, which is taken from the working directory"),
        BadCase.of("OCI Streaming as if it were any Kafka")
            .where(
                "  bootstrap.servers: host:9092",
                "  bootstrap.servers: cell-1.streaming.eu-frankfurt-1.oci.oraclecloud.com:9092")
            .expect(
                "p.yaml:2: kafka.security.protocol: OCI Streaming takes SASL_SSL only, not PLAINTEXT — write security.protocol: SASL_SSL",
                "p.yaml:2: kafka.max.partition.fetch.bytes: OCI Streaming hands out 1 MB at most, and by itself Alluvium asks for 8 — write max.partition.fetch.bytes: 1048576",
                "p.yaml:4: source.fetch-interval: OCI Streaming allows five reads a second for each group and partition, and without a pace there are more as soon as messages come — write source.fetch-interval: 250ms"),
        login(
                "PLAIN",
                "plain.PlainLoginModule required username=\"me@example.com\" password=\"p\";")
            .where(
                "  bootstrap.servers: host:9092",
                "  bootstrap.servers: 'x, abc.streaming.uk-london-1.oci.oraclecloud.com:9092'")
            .where("  topic: t", "  topic: t\n  fetch-interval: 199ms")
            .set("kafka.consumer.max.partition.fetch.bytes=1048577")
            .set("kafka.max.request.size=2000000")
            .expect(
                "p.yaml:6: kafka.sasl.jaas.config: OCI Streaming's user names say tenancy, user and stream pool, and this one doesn't — write TENANCY/USER/STREAM_POOL_OCID, with an identity domain TENANCY/DOMAIN/USER/STREAM_POOL_OCID",
                "p.yaml:9: source.fetch-interval: OCI Streaming allows five reads a second for each group and partition, and without a pace there are more as soon as messages come — write source.fetch-interval: 250ms",
                "--set kafka.consumer.max.partition.fetch.bytes: OCI Streaming hands out 1 MB at most — write max.partition.fetch.bytes: 1048576 or less",
                "--set kafka.max.request.size: OCI Streaming takes messages of 1 MB at most — write max.request.size: 1048576 or less"),
        login(
                "SCRAM-SHA-512",
                "scram.ScramLoginModule required username=\"t/u/ocid1.streampool.oc1..x\" password=\"p\";")
            .where("  topic: t", "  topic: t\n  fetch-interval: 200ms")
            .set("kafka.max.partition.fetch.bytes=1000")
            .expect(
                "p.yaml:5: kafka.sasl.mechanism: OCI Streaming knows PLAIN, with an auth token as password, and not SCRAM-SHA-512 — write sasl.mechanism: PLAIN"),
        BadCase.of("duplicate keys at every level")
            .where("  topic: t", "  topic: t\n  topic: u")
            .where("    n: int", "    n: int\n    n: string")
            .where("name: p", "name: p\nname: q")
            .expect(
                "p.yaml:2: name: this key is there twice, first in line 1 — keep one of the two",
                "p.yaml:7: source.topic: this key is there twice, first in line 6 — keep one of the two",
                "p.yaml:13: bronze.columns.n: this key is there twice, first in line 12 — keep one of the two"),
        BadCase.of("duplicate Kafka key, flat and nested")
            .where(
                "  bootstrap.servers: host:9092",
                "  bootstrap.servers: host:9092\n  bootstrap:\n    servers: other:9092")
            .expect(
                "p.yaml:5: kafka.bootstrap.servers: this key is there twice, first in line 3 — keep one of the two"),
        BadCase.of("everything missing")
            .as("name: p\n")
            .expect(
                "p.yaml:1: kafka.bootstrap.servers: this key is missing — name the brokers, as in localhost:9092",
                "p.yaml:1: source.topic: this key is missing — add it, as in topic: arrivals",
                "p.yaml:1: bronze.path: this key is missing — add it, as in path: alluvium-data/bronze",
                "p.yaml:1: bronze.columns: this key is missing — add it, as in columns: {id: string, raw: payload}",
                "p.yaml:1: silver.path: this key is missing — add it, as in path: alluvium-data/silver",
                "p.yaml:1: silver.key: this key is missing — add it, as in key: [id]",
                "p.yaml:1: silver.columns: this key is missing — add it, as in columns: {id: copy, updated: copy}",
                "p.yaml:1: silver.sequence-by: this key is missing — add it, as in sequence-by: [updated], or write on-match: changed for the order of arrival"),
        BadCase.of("required keys missing in sections")
            .where("  topic: t", "  start: latest")
            .where("  path: b", "")
            .where("  key: [k]", "")
            .expect(
                "p.yaml:4: source.topic: this key is missing — add it, as in topic: arrivals",
                "p.yaml:6: bronze.path: this key is missing — add it, as in path: alluvium-data/bronze",
                "p.yaml:13: silver.key: this key is missing — add it, as in key: [id]"),
        BadCase.of("sections that are no maps")
            .where("source:\n  topic: t", "source: t")
            .with("limits: [1]\n")
            .expect(
                "p.yaml:4: source: keys belong below this one, not \"t\" — indent them below it: topic, start, silver-start, on-gap, fetch-interval",
                "p.yaml:22: limits: keys belong below this one, not a list — indent them below it: buffer, storage-deadline"),
        BadCase.of("keys without a value")
            .where("  topic: t", "  topic:")
            .where("name: p", "name: ''")
            .where("  key: [k]", "  key: []")
            .expect(
                "p.yaml:1: name: a single value belongs here, not an empty one — give it one value, or remove the key",
                "p.yaml:5: source.topic: a single value belongs here, not nothing — give it one value, or remove the key",
                "p.yaml:16: silver.key: the list is empty — name at least one column"),
        BadCase.of("names that Kafka doesn't take")
            .where("name: p", "name: my pipeline")
            .where("  topic: t", "  topic: ..")
            .expect(
                "p.yaml:1: name: \"my pipeline\" is no name that Kafka takes — use 1 to 249 of the characters a-z A-Z 0-9 . _ -",
                "p.yaml:5: source.topic: \"..\" is no name that Kafka takes — use 1 to 249 of the characters a-z A-Z 0-9 . _ -"),
        BadCase.of("words")
            .where("  topic: t", "  topic: t\n  start: latets\n  on-gap: ignore")
            .where(
                "  path: s",
                "  path: s\n  on-match: changes\n  deletion-vectors: true\n  change-data-feed: yes")
            .expect(
                "p.yaml:6: source.start: \"latets\" is none of the words that do here — did you mean \"latest\"?",
                "p.yaml:7: source.on-gap: \"ignore\" is none of the words that do here — use one of continue, stop",
                "p.yaml:18: silver.on-match: \"changes\" is none of the words that do here — did you mean \"changed\"?",
                "p.yaml:20: silver.change-data-feed: \"yes\" is none of the words that do here — use one of false, true"),
        BadCase.of("a Spark checkpoint without a word on silver")
            .where("  topic: t", "  topic: t\n  start: spark-checkpoint:/x")
            .expect(
                "p.yaml:4: source.silver-start: the job that merged silver may be behind bronze, and what it hasn't merged would be missing — name its checkpoint, as in silver-start: spark-checkpoint:/checkpoints/silver, or write earliest to reduce again what the topic still holds"),
        BadCase.of("Spark checkpoints that are nowhere or on other storage")
            .where(
                "  topic: t",
                "  topic: t\n  start: 'spark-checkpoint: '\n  silver-start: spark-checkpoint:s3://b/x")
            .expect(
                "p.yaml:6: source.start: \"spark-checkpoint: \" names no directory — write the job's checkpointLocation after it, as in spark-checkpoint:/checkpoints/b"),
        BadCase.of("a Spark checkpoint on other storage")
            .where(
                "  topic: t",
                "  topic: t\n  start: spark-checkpoint:/x\n  silver-start: spark-checkpoint:s3://b/x")
            .expect(
                "p.yaml:7: source.silver-start: \"s3://b/x\": s3:// isn't supported — write it as s3a://BUCKET/path/of/table"),
        BadCase.of("a start of silver alone")
            .where("  topic: t", "  topic: t\n  silver-start: earliest")
            .expect(
                "p.yaml:6: source.silver-start: silver starts where bronze does, unless Spark jobs filled both — remove it, or set source.start to a Spark checkpoint"),
        BadCase.of("silver from the end of the topic")
            .where("  topic: t", "  topic: t\n  start: spark-checkpoint:/x\n  silver-start: latest")
            .expect(
                "p.yaml:7: source.silver-start: \"latest\" is none of the words that do here — only earliest does"),
        BadCase.of("durations, sizes and ports")
            .where("  path: b", "  path: b\n  flush-interval: 2")
            .where("  path: s", "  path: s\n  flush-interval: 0s")
            .with("limits:\n  buffer: 64Mb\n  storage-deadline: -1s\nmanagement:\n  port: 65536\n")
            .expect(
                "p.yaml:8: bronze.flush-interval: \"2\" is no duration — write a whole number and ms, s, m, h or d, as in 2s",
                "p.yaml:17: silver.flush-interval: the duration is zero — write one above zero, as in 2s",
                "p.yaml:26: limits.buffer: \"64Mb\" is no size — write a whole number and B, KB, MB or GB, as in 64MB",
                "p.yaml:27: limits.storage-deadline: \"-1s\" is no duration — write a whole number and ms, s, m, h or d, as in 2s",
                "p.yaml:29: management.port: \"65536\" is no port — write 1 to 65535, 0 for any free one, or off"),
        BadCase.of("an address with a name that would have to be asked for")
            .with("management:\n  address: localhost\n")
            .expect(address("localhost")),
        BadCase.of("an address with a number too large")
            .with("management:\n  address: 127.0.0.256\n")
            .expect(address("127.0.0.256")),
        BadCase.of("an address that is none of IPv6 either")
            .with("management:\n  address: \"::1::\"\n")
            .expect(address("::1::")),
        BadCase.of("an address with a port")
            .with("management:\n  address: 0.0.0.0:8080\n")
            .expect(address("0.0.0.0:8080")),
        BadCase.of("logs too short and checkpoints never")
            .with("tables:\n  log-retention: 10m\n  checkpoint-interval: 0\n")
            .where("  path: b", "  path: b\n  engine: spark")
            .expect(
                "p.yaml:8: bronze.engine: \"spark\" is none of the words that do here — use one of kernel, standalone",
                "p.yaml:25: tables.log-retention: readers and other instances may still work on a version as old as that — write 1h or more",
                "p.yaml:26: tables.checkpoint-interval: \"0\" is no number of commits — write a whole number from 1 to 999999"),
        BadCase.of("a buffer below one message")
            .with("limits:\n  buffer: 10KB\n")
            .expect("p.yaml:24: limits.buffer: a single message may be larger — write 1MB or more"),
        BadCase.of("a deadline that the group doesn't wait for")
            .with("limits:\n  storage-deadline: 5m\n")
            .expect(
                "p.yaml:24: limits.storage-deadline: a thread may wait for two deadlines, and the group throws it out after max.poll.interval.ms, 300000 — write less, or raise kafka.max.poll.interval.ms"),
        BadCase.of("a deadline against the consumer's own interval")
            .where(
                "  bootstrap.servers: host:9092",
                "  bootstrap.servers: host:9092\n  consumer.max.poll.interval.ms: 60000\n  max.poll.interval.ms: 600000")
            .expect(
                "p.yaml:4: limits.storage-deadline: a thread may wait for two deadlines, and the group throws it out after max.poll.interval.ms, 60000 — write less, or raise kafka.max.poll.interval.ms"),
        BadCase.of("table names")
            .where("  path: b", "  path: b\n  table: a.b.c.d")
            .where("  path: s", "  path: s\n  table: Bronze")
            .expect(
                "p.yaml:8: bronze.table: \"a.b.c.d\" is no table name — write table, schema.table or catalog.schema.table with letters, digits and _"),
        BadCase.of("one table name for both")
            .where("  path: b", "  path: b\n  table: x.y")
            .where("  path: s", "  path: s\n  table: X.y")
            .expect(
                "p.yaml:17: silver.table: bronze has the same table name — give the tables two names"),
        BadCase.of("one path for both tables")
            .where("  path: s", "  path: ./x/../b/")
            .expect(
                "p.yaml:15: silver.path: the table would lie at, in or around that of bronze, /w/b — give each table a directory of its own"),
        BadCase.of("nested tables")
            .where("  path: s", "  path: b/silver")
            .where("  path: b", "  path: b\n  quarantine-path: /x/q")
            .expect(
                "p.yaml:16: silver.path: the table would lie at, in or around that of bronze, /w/b — give each table a directory of its own"),
        BadCase.of("a quarantine in silver")
            .where("  path: b", "  path: b\n  quarantine-path: s")
            .expect(
                "p.yaml:8: bronze.quarantine-path: the table would lie at, in or around that of silver, /w/s — give each table a directory of its own"),
        BadCase.of("a storage that nobody knows")
            .where("  path: s", "  path: hdfs://node/s")
            .expect(
                "p.yaml:15: silver.path: \"hdfs://node/s\": hdfs:// isn't supported — write a directory of a local or mounted file system, or one of abfs://, abfss://, file://, gs://, oci://, s3a://"),
        BadCase.of("names that objects are better without")
            .where("  path: s", "  path: s3a://bucket/a/../s")
            .expect(
                "p.yaml:15: silver.path: \"s3a://bucket/a/../s\" has characters or parts that names of objects are better without — use letters, digits and - _ . = between the slashes, and neither . nor .. alone"),
        BadCase.of("a bucket without its namespace")
            .where("  path: s", "  path: oci://bucket/s")
            .expect(
                "p.yaml:15: silver.path: \"oci://bucket/s\" doesn't say all of where the table lies — write it as oci://BUCKET@NAMESPACE/path/of/table"),
        BadCase.of("a URI that is none")
            .where("  path: s", "  path: 's3://a b'")
            .expect(
                "p.yaml:15: silver.path: \"s3://a b\" is neither a path nor a URI: Illegal character in authority — write a directory on a local or mounted file system"),
        BadCase.of("Kafka keys that the service sets itself")
            .where(
                "  bootstrap.servers: host:9092",
                "  bootstrap.servers: host:9092\n  group.id: g\n  application.id: a\n  auto.offset.reset: latest\n  consumer.key.deserializer: x")
            .expect(
                "p.yaml:4: kafka.group.id: Alluvium sets this itself — remove it: name is the consumer group",
                "p.yaml:5: kafka.application.id: Alluvium sets this itself — remove it: name is the application id",
                "p.yaml:6: kafka.auto.offset.reset: Alluvium sets this itself — remove it: source.start says where to begin",
                "p.yaml:7: kafka.consumer.key.deserializer: Alluvium sets this itself — remove it: records are read as bytes"),
        BadCase.of("Kafka keys of which one value does")
            .where(
                "  bootstrap.servers: host:9092",
                "  bootstrap.servers: host:9092\n  group.protocol: streams\n  enable.auto.commit: true\n  processing.guarantee: exactly_once_v2\n  producer:\n    enable.idempotence: true\n  num.standby.replicas: 1")
            .expect(
                "p.yaml:4: kafka.group.protocol: only \"classic\" does: the other protocols bypass the hook that holds offsets back — remove it, or write classic",
                "p.yaml:5: kafka.enable.auto.commit: only \"false\" does: offsets are committed only after the tables hold the records — remove it, or write false",
                "p.yaml:6: kafka.processing.guarantee: only \"at_least_once\" does: Delta's transactions make it exactly once, not Kafka's — remove it, or write at_least_once",
                "p.yaml:8: kafka.producer.enable.idempotence: only \"false\" does: OCI Streaming rejects idempotent producers — remove it, or write false",
                "p.yaml:9: kafka.num.standby.replicas: only \"0\" does: the state is rebuilt from silver, there is no changelog to follow — remove it, or write 0"),
        BadCase.of("Kafka values and slips of the pen")
            .where(
                "  bootstrap.servers: host:9092",
                "  bootstrap.server: host:9092\n  max.poll.records: many\n  fetch.min.bytes: -1\n  sesion.timeout.ms: 3\n  ssl.key.password: [a, {b: c}]")
            .expect(
                "p.yaml:2: kafka.bootstrap.servers: this key is missing — did you mean it by \"bootstrap.server\"?",
                "p.yaml:3: kafka.bootstrap.server: Kafka has no such key — did you mean \"bootstrap.servers\"?",
                "p.yaml:4: kafka.max.poll.records: Kafka doesn't take it: Invalid value many for configuration max.poll.records: Not a number of type INT — give it a value of type int",
                "p.yaml:5: kafka.fetch.min.bytes: Kafka doesn't take it: Invalid value -1 for configuration fetch.min.bytes: Value must be at least 0 — give it a value of type int",
                "p.yaml:6: kafka.sesion.timeout.ms: Kafka has no such key — did you mean \"session.timeout.ms\"?",
                "p.yaml:7: kafka.ssl.key.password: a value belongs here, not a list — give it one value, or remove the key"),
        BadCase.of("no Kafka at all")
            .where("kafka:\n  bootstrap.servers: host:9092", "")
            .expect(
                "p.yaml:1: kafka.bootstrap.servers: this key is missing — name the brokers, as in localhost:9092"),
        BadCase.of("column names")
            .where(
                "    n: int",
                "    n: int\n    N: int\n    a-b: int\n    a.b: {field: 'a.b', type: int}")
            .expect(
                "p.yaml:11: bronze.columns.N: this differs from column n in case only, which SQL doesn't see — rename one of the two",
                "p.yaml:12: bronze.columns.a-b: this is no column name — use letters, digits and _; {field: …} reads a JSON field of another name",
                "p.yaml:13: bronze.columns.a.b: this is no column name — use letters, digits and _; {field: …} reads a JSON field of another name"),
        BadCase.of("bronze columns")
            .where(
                "    n: int",
                "    n: integer\n    a: long\n    b: {field: x}\n    c: {field: x, type: int, regex: y}\n    d: {type: int}\n    e: {field: x, constant: y}\n    f: [a]\n    g:\n    h: {json-text: a.b}\n    i: {payload: no}\n    j: binary\n    l: {constant: {a: b}}")
            .where("    n: copy", "")
            .expect(
                "p.yaml:10: bronze.columns.n: \"integer\" is neither a type nor a word for something else — did you mean \"int\"?",
                "p.yaml:11: bronze.columns.a: \"long\" is neither a type nor a word for something else — did you mean \"bigint\"?",
                "p.yaml:12: bronze.columns.b: type is missing beside field — add type: …",
                "p.yaml:13: bronze.columns.c: regex means nothing beside field — only type does",
                "p.yaml:14: bronze.columns.d: nothing says where its values come from — give it one of constant, date-of, field, hour-of, ingest-time, json-text, payload, record-key, record-offset, record-partition, record-timestamp, unknown-fields",
                "p.yaml:15: bronze.columns.e: it has several origins: field, constant — give it one of constant, date-of, field, hour-of, ingest-time, json-text, payload, record-key, record-offset, record-partition, record-timestamp, unknown-fields",
                "p.yaml:16: bronze.columns.f: a column's spec belongs here, not a list — write a word or a map of its origin",
                "p.yaml:17: bronze.columns.g: a column's spec belongs here, not nothing — write a word or a map of its origin",
                "p.yaml:18: bronze.columns.h: \"a.b\" is no path into a message — write $.field, $.a.b, $['a b'] or $.list[0]; wildcards aren't supported",
                "p.yaml:19: bronze.columns.i: payload takes no value but true — write the bare word payload",
                "p.yaml:20: bronze.columns.j: \"binary\" is neither a type nor a word for something else — use one of string, int, bigint, double, boolean, date, timestamp, decimal(p,s), ingest-time, payload, record-key, record-offset, record-partition, record-timestamp, unknown-fields",
                "p.yaml:21: bronze.columns.l: constant has no single value — write it as {constant: …}"),
        BadCase.of("dates of what is no time")
            .where(
                "    n: int",
                "    n: int\n    d: {date-of: n}\n    e: {hour-of: tss}\n    f: {date-of: broken}\n    broken: oops")
            .expect(
                "p.yaml:11: bronze.columns.d: \"n\" is int, not timestamp — name a timestamp column",
                "p.yaml:12: bronze.columns.e: bronze has no column \"tss\" — did you mean \"ts\"?",
                "p.yaml:14: bronze.columns.broken: \"oops\" is neither a type nor a word for something else — use one of string, int, bigint, double, boolean, date, timestamp, decimal(p,s), ingest-time, payload, record-key, record-offset, record-partition, record-timestamp, unknown-fields"),
        BadCase.of("silver columns")
            .where(
                "    n: copy",
                "    n: {copy: m}\n    a: copy\n    b: kopy\n    c: {extract: n, regex: x}\n    d: {extract: k, regex: '(', group: 1}\n    e: {extract: k, regex: '(a)(b)', group: 3}\n    f: {extract: k}\n    g: {extract: k, regex: x, group: one}\n    h: {extract: k, regex: x, group: 0, type: number}\n    i: {date-of: n}\n    j: {date-of: later}\n    later: {copy: ts}\n    l: date-of\n    m: {copy: k, date-of: ts}")
            .expect(
                "p.yaml:20: silver.columns.n: silver column \"m\" doesn't stand above this one — move it up, or name a bronze column",
                "p.yaml:21: silver.columns.a: bronze has no column \"a\" — use one of k, n, ts, raw, at",
                "p.yaml:22: silver.columns.b: \"kopy\" says nothing about where values come from — write copy, a type, now, {copy: …}, or another map of an origin",
                "p.yaml:23: silver.columns.c: \"n\" is int, not string — name a string column",
                "p.yaml:24: silver.columns.d: the regex \"(\" doesn't compile: Unclosed group — mend it near position 1",
                "p.yaml:25: silver.columns.e: the regex has no group 3, only 2 — write a group of 0 to 2, or add ( ) to the regex",
                "p.yaml:26: silver.columns.f: regex is missing beside extract — add regex: …",
                "p.yaml:27: silver.columns.g: group \"one\" is no number — write 0 for the whole match, 1 for group 1",
                "p.yaml:28: silver.columns.h: \"number\" is no column type — did you mean \"double\"?",
                "p.yaml:29: silver.columns.i: \"n\" is int, not timestamp — name a timestamp column",
                "p.yaml:30: silver.columns.j: silver column \"later\" doesn't stand above this one — move it up, or name a bronze column",
                "p.yaml:32: silver.columns.l: date-of needs a column — write {date-of: column, …}",
                "p.yaml:33: silver.columns.m: it has several origins: copy, date-of — give it one of coalesce, constant, copy, date-of, extract, hour-of, ingest-time, now"),
        BadCase.of("silver on a bronze column that is wrong is blamed once")
            .where("    n: int", "    n: intt")
            .expect(
                "p.yaml:10: bronze.columns.n: \"intt\" is neither a type nor a word for something else — did you mean \"int\"?"),
        BadCase.of("silver lists of unknown columns")
            .where("  key: [k]", "  key: [K, k]\n  partition-by: [day]")
            .where("  sequence-by: [ts]", "  sequence-by: [tss]")
            .expect(
                "p.yaml:16: silver.key: the table has no column \"K\" — did you mean \"k\"?",
                "p.yaml:17: silver.partition-by: the table has no column \"day\" — use one of k, n, ts, at",
                "p.yaml:18: silver.sequence-by: the table has no column \"tss\" — did you mean \"ts\"?"),
        BadCase.of("keys that identify nothing")
            .where("  key: [k]", "  key: [at]")
            .expect(
                "p.yaml:16: silver.key: \"at\" is another at every flush and identifies nothing — name columns that come with the message"),
        BadCase.of("a double in the key")
            .where("    n: int", "    n: double")
            .where("  key: [k]", "  key: [k, n]")
            .expect(
                "p.yaml:16: silver.key: \"n\" is double, whose NaN and -0.0 equal in one engine only — name a string, int, bigint, decimal, boolean, date or timestamp column"),
        BadCase.of("decimals")
            .where(
                "    n: int",
                "    n: decimal\n    a: decimal(39,2)\n    b: decimal(4, 5)\n    c: decimal(0,0)\n    d: {field: x, type: decimal(-1,2)}\n    e: decimal(99999999999,1)\n    f: 'decimal[10,2]'")
            .where("    n: copy", "")
            .expect(
                "p.yaml:10: bronze.columns.n: \"decimal\" has no precision and scale — write decimal(10,2) for ten digits, two of them after the point",
                "p.yaml:11: bronze.columns.a: \"decimal(39,2)\" is out of bounds — write a precision of 1 to 38, and a scale of 0 to the precision",
                "p.yaml:12: bronze.columns.b: \"decimal(4, 5)\" is out of bounds — write a precision of 1 to 38, and a scale of 0 to the precision",
                "p.yaml:13: bronze.columns.c: \"decimal(0,0)\" is out of bounds — write a precision of 1 to 38, and a scale of 0 to the precision",
                "p.yaml:14: bronze.columns.d: \"decimal(-1,2)\" has no precision and scale — write decimal(10,2) for ten digits, two of them after the point",
                "p.yaml:15: bronze.columns.e: \"decimal(99999999999,1)\" is out of bounds — write a precision of 1 to 38, and a scale of 0 to the precision",
                "p.yaml:16: bronze.columns.f: \"decimal[10,2]\" has no precision and scale — write decimal(10,2) for ten digits, two of them after the point"),
        BadCase.of("casts that give nothing")
            .where(
                "    n: copy",
                "    n: date\n    t: {date-of: ts}\n    u: {copy: t, type: decimal(10,2)}")
            .expect(
                "p.yaml:20: silver.columns.n: type doesn't do here: nothing of int can be cast to date — put {cast: …} before it",
                "p.yaml:22: silver.columns.u: type doesn't do here: nothing of date can be cast to decimal(10,2) — put {cast: …} before it"),
        BadCase.of("a decimal partition")
            .where("    n: int", "    n: decimal(10,2)")
            .where("  path: b", "  path: b\n  partition-by: [n]")
            .expect(
                "p.yaml:8: bronze.partition-by: \"n\" is decimal(10,2), which would make a directory of nearly every row — partition by a date or a short string"),
        BadCase.of("orders that order nothing")
            .where("  sequence-by: [ts]", "  sequence-by: [at, k]")
            .expect(
                "p.yaml:17: silver.sequence-by: \"at\" is set when the newest row is written already — name a column that comes with the message, or a copy of bronze's ingest time",
                "p.yaml:17: silver.sequence-by: \"k\" is part of the key, so rows of one key never differ in it — leave it out"),
        BadCase.of("lists that repeat or are none")
            .where("  key: [k]", "  key: k")
            .where("  sequence-by: [ts]", "  sequence-by: [ts, ts]")
            .expect(
                "p.yaml:16: silver.key: a list of columns belongs here, not \"k\" — write it as [a, b]",
                "p.yaml:17: silver.sequence-by: \"ts\" is there twice — name each column once"),
        BadCase.of("partitions")
            .where("  path: b", "  path: b\n  partition-by: [ts, nn]")
            .where("  path: s", "  path: s\n  partition-by: [k, n, ts, at]")
            .expect(
                "p.yaml:8: bronze.partition-by: \"ts\" is timestamp, which would make a directory of nearly every row — partition by a date or a short string",
                "p.yaml:8: bronze.partition-by: the table has no column \"nn\" — use one of k, n, ts, raw, at",
                "p.yaml:17: silver.partition-by: \"ts\" is timestamp, which would make a directory of nearly every row — partition by a date or a short string",
                "p.yaml:17: silver.partition-by: \"at\" is timestamp, which would make a directory of nearly every row — partition by a date or a short string",
                "p.yaml:17: silver.partition-by: these are all columns, so nothing would be left for the data files — leave at least one column out"),
        BadCase.of("expressions")
            .where("  topic: t", "  topic: ${ENV:MISSING}")
            .where("  path: b", "  path: ${ENV:A B}/${nowhere.at.all}/${kafka}")
            .where("  path: s", "  path: ${silver.table}\n  table: ${silver.path}")
            .where("name: p", "name: ${ENV:X:-${ENV:Y}}")
            .expect(
                "p.yaml:1: name: the expression \"${ENV:X:-${ENV:Y}\" isn't closed, or holds another one — write ${ENV:NAME}, ${FILE:/path}, ${vault:OCID} or ${other.key}; $${ for a plain ${",
                "p.yaml:5: source.topic: the environment has no MISSING — export MISSING, or give a default: ${ENV:MISSING:-…}",
                "p.yaml:7: bronze.path: \"${ENV:A B}\" is no expression — write ${ENV:NAME}, ${FILE:/path}, ${vault:OCID} or ${other.key}; $${ for a plain ${",
                "p.yaml:7: bronze.path: ${nowhere.at.all} names no single value of this file — name a key such as ${source.topic}, or the environment as ${ENV:NAME}",
                "p.yaml:7: bronze.path: ${kafka} names no single value of this file — name a key such as ${source.topic}, or the environment as ${ENV:NAME}",
                "p.yaml:15: silver.path: ${silver.table} leads back to itself — write one of the values out",
                "p.yaml:16: silver.table: ${silver.path} leads back to itself — write one of the values out"),
        BadCase.of("an open expression")
            .where("  path: s", "  path: s${ENV:HOME")
            .expect(
                "p.yaml:15: silver.path: the expression \"${ENV:HOME\" isn't closed, or holds another one — write ${ENV:NAME}, ${FILE:/path}, ${vault:OCID} or ${other.key}; $${ for a plain ${"),
        BadCase.of("overrides")
            .set("source.topci=x")
            .set("limits.buffer=1")
            .set("nonsense")
            .set("=x")
            .set("source..topic=x")
            .set("kafka.group.id=g")
            .set("silver.key=[k, q]")
            .set("bronze.columns.n=intt")
            .set("bronze.columns.z={constant: [")
            .set("source=x")
            .expect(
                "--set nonsense: this is no key=value — write for example --set source.topic=arrivals",
                "--set =x: this is no key=value — write for example --set source.topic=arrivals",
                "--set source..topic=x: this is no key=value — write for example --set source.topic=arrivals",
                "--set bronze.columns.z: this isn't YAML: expected the node content, but found '<stream end>' — mend the indentation, the quotes or the brackets at or above this place",
                "--set source: keys belong below this one, not \"x\" — indent them below it: topic, start, silver-start, on-gap, fetch-interval",
                "--set kafka.group.id: Alluvium sets this itself — remove it: name is the consumer group",
                "--set bronze.columns.n: \"intt\" is neither a type nor a word for something else — did you mean \"int\"?",
                "--set silver.key: the table has no column \"q\" — use one of k, n, ts, at",
                "--set limits.buffer: \"1\" is no size — write a whole number and B, KB, MB or GB, as in 64MB"),
        BadCase.of("overrides and file together")
            .where("  topic: t", "  topic: t\n  on-gap: x")
            .set("silver.on-match=always")
            .expect(
                "p.yaml:6: source.on-gap: \"x\" is none of the words that do here — use one of continue, stop",
                "p.yaml:18: silver.sequence-by: with on-match always the order of arrival decides, and nothing else — remove it, or write on-match: newer or changed"),
        BadCase.of("steps that don't do")
            .where(
                "    n: copy",
                """
                    n: {copy: n, then: [trim]}
                    a: {copy: k, then: [{replace: '(', with: x}]}
                    b: {copy: k, then: [{replace: a, with: $1}]}
                    c: {copy: k, then: [shout]}
                    d: {copy: k, then: [{map: {}}]}
                    e: {copy: k, then: [{map: {x: [y]}}]}
                    f: {copy: n, then: [{default: none}]}
                    g: {copy: k, then: [{cast: number}]}
                    h: {copy: k, then: [hour]}
                    i: {copy: k, then: [{json-path: a}]}
                    j: {coalesce: [k, n]}
                    l: {coalesce: [k]}
                    m: {constant: x, type: int}
                    o: {copy: k, drop: maybe}
                    p: {now: true, then: [date]}
                    r: {copy: n, then: [{from-epoch: ms}]}
                    t: {copy: k, then: [int]}
                    u: {copy: k, type: decimal(10,2}
                    s: {copy: k, then: [{from-epoch: milliseconds}]}
                    q: {copy: ts, type: boolean, then: [{extract: '(a)', group: 2}]}"""
                    .indent(4)
                    .stripTrailing())
            .expect(
                "p.yaml:20: silver.columns.n: trim doesn't do here: it takes a string, and this is int — put {cast: …} before it",
                "p.yaml:21: silver.columns.a: the regex \"(\" doesn't compile: Unclosed group — mend it near position 1",
                "p.yaml:22: silver.columns.b: the replacement \"$1\" doesn't fit: No group 1 — write $1 for a group that the regex has, \\$ for a dollar sign",
                "p.yaml:23: silver.columns.c: \"shout\" is no step — use one of cast, date, default, extract, from-epoch, hour, json-path, lower, map, replace, trim, upper",
                "p.yaml:24: silver.columns.d: map needs values — write {map: {from: to, …}}",
                "p.yaml:25: silver.columns.e: map gives \"x\" a list — write a text, or null",
                "p.yaml:26: silver.columns.f: default doesn't do here: \"none\" is no int — write a value of that type",
                "p.yaml:27: silver.columns.g: \"number\" is no column type — did you mean \"double\"?",
                "p.yaml:28: silver.columns.h: hour doesn't do here: it takes a timestamp, and this is string — put {cast: …} before it",
                "p.yaml:29: silver.columns.i: \"a\" is no path into a message — write $.field, $.a.b, $['a b'] or $.list[0]; wildcards aren't supported",
                "p.yaml:30: silver.columns.j: \"k\" is string and \"n\" is int — cast one of them in a column above, {copy: …, type: …, drop: true}",
                "p.yaml:31: silver.columns.l: coalesce chooses among columns, and here are not two — write {coalesce: [first, second, …]}; {default: …} is a step for a value instead",
                "p.yaml:32: silver.columns.m: \"x\" is no int — write a value of that type",
                "p.yaml:33: silver.columns.o: drop takes no value but true — write true or leave it out",
                "p.yaml:34: silver.columns.p: then means nothing beside now — only drop does",
                "p.yaml:35: silver.columns.r: from-epoch doesn't know the unit \"ms\" — use one of microseconds, milliseconds, nanoseconds, seconds",
                "p.yaml:36: silver.columns.t: \"int\" is no step — write {cast: int}",
                "p.yaml:37: silver.columns.u: \"decimal(10,2\" has no precision and scale — write decimal(10,2) for ten digits, two of them after the point",
                "p.yaml:38: silver.columns.s: from-epoch doesn't do here: it takes an int or a bigint, and this is string — put {cast: …} before it",
                "p.yaml:39: silver.columns.q: the regex has no group 2, only 1 — write a group of 0 to 1, or add ( ) to the regex"),
        BadCase.of("a regex in double quotes")
            .where("    n: copy", "    n: {extract: k, regex: \"(\\d)\"}")
            .expect(
                "p.yaml:20: this isn't YAML: found unknown escape character d(100) — write texts with a backslash, such as regular expressions, in 'single quotes'"),
        BadCase.of("a path with brackets")
            .where("    n: copy", "    n: {extract: k, regex: [0-9]+}")
            .expect(
                "p.yaml:20: this isn't YAML: expected ',' or '}', but got <scalar> — write texts with brackets, such as paths and regular expressions, in 'single quotes'"),
        BadCase.of("a path with an index")
            .where("    raw: payload", "    raw: {json-text: $.a[0]}")
            .expect(
                "p.yaml:12: this isn't YAML: expected ',' or '}', but got [ — write texts with brackets, such as paths and regular expressions, in 'single quotes'"),
        BadCase.of("silver's column of a name that bronze has, too")
            .where(
                "    n: copy",
                "    n: {copy: n, then: [{from-epoch: seconds}]}\n    day: {date-of: n}")
            .expect(
                "p.yaml:21: silver.columns.day: \"n\" is int, not timestamp — bronze's column is meant: give silver's of the same name another"),
        BadCase.of("deletes that can't be")
            .where(
                "  sequence-by: [ts]",
                "  sequence-by: [ts]\n  delete-when: nn = 2\n  tombstones: raw-key\n  expire-after: n")
            .expect(
                "p.yaml:18: silver.delete-when: neither table has a column \"nn\" — use one of k, n, ts, at, raw",
                "p.yaml:19: silver.tombstones: bronze keeps no record-key, without which it couldn't tell whom a tombstone deletes — add a column to bronze.columns, as in record_key: record-key",
                "p.yaml:19: silver.tombstones: bronze keeps no record-offset, without which it couldn't tell whom a tombstone deletes — add a column to bronze.columns, as in record_offset: record-offset",
                "p.yaml:20: silver.expire-after: \"n\" is int, not timestamp — name a timestamp column"),
        BadCase.of("bronze where the deleted keys lie")
            .where("  path: b", "  path: s_deleted")
            .where("  sequence-by: [ts]", "  sequence-by: [ts]\n  delete-when: n = 2")
            .expect(
                "p.yaml:7: bronze.path: the table would lie at, in or around that of silver's deleted keys, /w/s_deleted — give each table a directory of its own"),
        BadCase.of("conditions that are none")
            .where("  sequence-by: [ts]", "  sequence-by: [ts]\n  delete-when: n == 2")
            .expect(
                "p.yaml:18: silver.delete-when: \"n == 2\" is no condition — write column = value, !=, in (a, b), is null or is not null, with and, or and (brackets) between them, and 'quotes' around a value with blanks"),
        BadCase.of("a condition on a value of another type")
            .where("  sequence-by: [ts]", "  sequence-by: [ts]\n  delete-when: n in (1, x)")
            .expect(
                "p.yaml:18: silver.delete-when: \"x\" is no int — compare with a value of that type"),
        BadCase.of("remembering nothing")
            .where("  sequence-by: [ts]", "  sequence-by: [ts]\n  remember-deletes: 1d")
            .expect(
                "p.yaml:18: silver.remember-deletes: no record deletes, so there is nothing to remember — remove it, or write delete-when or tombstones"),
        BadCase.of("deleting what never changes")
            .where("  sequence-by: [ts]", "  on-match: never\n  delete-when: n = 2")
            .expect(
                "p.yaml:18: silver.delete-when: with on-match never the first record of a key stays, whatever comes — remove it, or write on-match: changed"),
        BadCase.of("steps in the wrong place or spelling")
            .where(
                "    n: copy",
                "    n: {copy: n, default: 1}\n    a: {copy: k, then: [{json_path: $.a}]}\n    b: long")
            .expect(
                "p.yaml:20: silver.columns.n: default means nothing beside copy — it is a step: write then: [{default: …}]",
                "p.yaml:21: silver.columns.a: nothing says where its values come from — did you mean \"json-path\"?",
                "p.yaml:22: silver.columns.b: \"long\" says nothing about where values come from — did you mean \"bigint\"?"),
        BadCase.of("on-match and what doesn't go with it")
            .where("  sequence-by: [ts]", "  compare: [ts]")
            .expect(
                "p.yaml:14: silver.sequence-by: this key is missing — add it, as in sequence-by: [updated], or write on-match: changed for the order of arrival",
                "p.yaml:17: silver.compare: with on-match newer nothing is compared — remove it, or write on-match: changed"),
        BadCase.of("unknown fields twice")
            .where("    n: int", "    n: int\n    u: unknown-fields\n    v: {unknown-fields: true}")
            .expect(
                "p.yaml:12: bronze.columns.v: another column has the unknown fields already — remove one of the two; silver can copy it as often as you like"),
        BadCase.of("what differs in equal messages")
            .where("    n: int", "    n: int\n    o: record-offset\n    t: record-timestamp")
            .where("  sequence-by: [ts]", "  on-match: changed\n  compare: [o, u]")
            .with("    o: copy\n    u: {hour-of: t}\n")
            .expect(
                "p.yaml:20: silver.compare: \"o\" is another at every flush or record, so every record would be a change — leave it out, or write on-match: newer",
                "p.yaml:20: silver.compare: \"u\" is another at every flush or record, so every record would be a change — leave it out, or write on-match: newer"),
        BadCase.of("what is compared")
            .where(
                "  sequence-by: [ts]",
                "  on-match: changed\n  sequence-by: [ts]\n  compare: [n, at, k, x]")
            .expect(
                "p.yaml:19: silver.compare: \"at\" is another at every flush or record, so every record would be a change — leave it out, or write on-match: newer",
                "p.yaml:19: silver.compare: \"k\" is part of the key, so rows of one key never differ in it — leave it out",
                "p.yaml:19: silver.compare: the table has no column \"x\" — use one of k, n, ts, at",
                "p.yaml:19: silver.compare: \"ts\" orders the rows, so one that differs in it only must be kept, or an older row could come after it — add it, or leave sequence-by out: then the order of arrival counts"),
        BadCase.of("YAML that is none")
            .where("  topic: t", "  topic: t\n   start: latest")
            .expect(
                "p.yaml:6: this isn't YAML: mapping values are not allowed here — mend the indentation, the quotes or the brackets at or above this place"),
        BadCase.of("a tab")
            .where("  topic: t", "\ttopic: t")
            .expect(
                "p.yaml:4: this isn't YAML: found character '\\t(TAB)' that cannot start any token. (Do not use \\t(TAB) for indentation) — mend the indentation, the quotes or the brackets at or above this place"),
        BadCase.of("aliases")
            .where("  path: b", "  path: &x b")
            .where("  path: s", "  path: *x")
            .expect("p.yaml:15: silver.path: YAML aliases aren't supported — write the value out"),
        BadCase.of("two documents")
            .with("---\nname: q\n")
            .expect(
                "p.yaml:24: a second YAML document starts here — keep one document a file and drop the --- between them"),
        BadCase.of("an empty file")
            .as("# nothing\n")
            .expect("p.yaml:1: a pipeline belongs here, not nothing — start with name:"),
        BadCase.of("a list")
            .as("- name: p\n")
            .expect("p.yaml:1: a pipeline belongs here, not a list — start with name:"),
        BadCase.of("a secret in a value that is refused")
            .where("  topic: t", "  topic: '${ENV:DB_PASSWORD} x'")
            .where(
                "  bootstrap.servers: host:9092",
                "  bootstrap.servers: host:9092\n  max.poll.records: ${ENV:DB_PASSWORD}")
            .expect(
                "p.yaml:4: kafka.max.poll.records: Kafka doesn't take its value — give it a value of type int",
                "p.yaml:6: source.topic: \"${ENV:DB_PASSWORD} x\" is no name that Kafka takes — use 1 to 249 of the characters a-z A-Z 0-9 . _ -"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("cases")
  void refusesWithAllProblems(BadCase bad) {
    // Given
    Map<String, String> environment = Map.of("DB_PASSWORD", "hunter2");
    PipelineParser parser = new PipelineParser(environment::get, Path.of("/w"));

    // When
    UserException e =
        catchThrowableOfType(
            UserException.class, () -> parser.parse("p.yaml", bad.yaml(), bad.overrides()));

    // Then
    assertThat(e.why().lines()).containsExactlyElementsOf(bad.problems());
    assertThat(e.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(e.getMessage()).doesNotContain("hunter2");
  }

  /** A file whose clients log in over TLS. */
  private static BadCase login(String mechanism, String jaas) {
    return BadCase.of(mechanism + " with " + jaas)
        .where(
            "  bootstrap.servers: host:9092",
            """
            bootstrap.servers: host:9092
            security.protocol: SASL_SSL
            sasl.mechanism: %s
            sasl.jaas.config: org.apache.kafka.common.security.%s
            """
                .formatted(mechanism, jaas)
                .indent(2)
                .stripTrailing());
  }

  private static String address(String wrong) {
    return "p.yaml:24: management.address: \""
        + wrong
        + "\" is no IP address — write 127.0.0.1, 0.0.0.0 for all addresses of this machine, or one"
        + " of them";
  }
}
