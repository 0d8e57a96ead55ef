package io.alluvium.delta.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.alluvium.delta.DataFile;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class ActiveFilesTest {
  /** Against a plain map, over enough commits to pass the depth at which the chain is cut. */
  @Property(tries = 200)
  void everyVersionKeepsItsOwnFiles(
      @ForAll @Size(max = 150) List<@IntRange(max = 20) Integer> touched) {
    // Given
    ActiveFiles files = ActiveFiles.of(List.of());
    Map<String, DataFile> model = new LinkedHashMap<>();
    List<ActiveFiles> versions = new ArrayList<>();
    List<List<DataFile>> expected = new ArrayList<>();

    // When
    for (int i = 0; i < touched.size(); i++) {
      DataFile file = new DataFile("f" + touched.get(i), Map.of(), i, i, i, null, Map.of());
      boolean present = model.containsKey(file.path());
      files =
          files.after(
              List.of(present ? new Action.Remove(file, 0, true) : new Action.Add(file, true)));
      if (present) {
        model.remove(file.path());
      } else {
        model.put(file.path(), file);
      }
      versions.add(files);
      expected.add(List.copyOf(model.values()));
    }

    // Then
    for (int i = 0; i < versions.size(); i++) {
      assertThat(versions.get(i).list()).containsExactlyInAnyOrderElementsOf(expected.get(i));
      for (DataFile file : expected.get(i)) {
        assertThat(versions.get(i).get(file.path())).isEqualTo(file);
      }
    }
    assertThat(files.get("never")).isNull();
  }
}
