package io.alluvium.objectstorage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.alluvium.delta.log.TableAccess;
import io.alluvium.delta.storage.TableStorage;
import java.nio.file.FileAlreadyExistsException;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.io.PositionOutputStream;
import org.junit.jupiter.api.Test;

class S3TableTest {
  @Test
  void tryIt() throws Exception {
    try (S3Server server = S3Server.start(StorageTrouble.NONE)) {
      TableAccess access = new TableAccess(server.settings());
      Path file = new Path(server.path("t/_delta_log/00000000000000000000.json"));
      long t0 = System.nanoTime();
      access.logs().write(file, List.of("a", "b").iterator(), false, access.conf());
      System.out.println("first write " + (System.nanoTime() - t0) / 1_000_000);
      for (int i = 0; i < 3; i++) {
        t0 = System.nanoTime();
        assertThatThrownBy(
                () -> access.logs().write(file, List.of("c").iterator(), false, access.conf()))
            .isInstanceOf(FileAlreadyExistsException.class);
        System.out.println("refused " + (System.nanoTime() - t0) / 1_000_000);
      }
      try (var lines = access.logs().read(file, access.conf())) {
        assertThat(lines.next()).isEqualTo("a");
      }
      TableStorage storage = access.files(server.path("t"));
      try (PositionOutputStream out = storage.create("d=1/x.parquet").create(0)) {
        out.write(new byte[100]);
      }
      assertThat(storage.open("d=1/x.parquet").getLength()).isEqualTo(100);
      System.out.println(storage.list(n -> !n.startsWith("_")));
      storage.delete("d=1/x.parquet");
      System.out.println(storage.list(n -> true));
      assertThat(access.logs().listFrom(file, access.conf()).next().getLen()).isEqualTo(4);
    }
  }
}
