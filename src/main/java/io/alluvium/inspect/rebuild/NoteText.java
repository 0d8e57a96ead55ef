package io.alluvium.inspect.rebuild;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.alluvium.delta.DataFile;
import io.alluvium.delta.log.Action;
import io.alluvium.delta.log.ActionJson;
import io.alluvium.row.Hash64;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Notes to and from lines: one that says all but the files, one a file as commits have them, and a
 * sum of those before it. Whatever isn't a whole note of this format is none.
 */
final class NoteText {
  private static final int FORMAT = 1;
  private static final ObjectMapper MAPPER =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES);

  private NoteText() {}

  private record Head(
      int format,
      String portion,
      String inputs,
      String target,
      long began,
      int next,
      Counts counts,
      long newest,
      int rows,
      int markers) {}

  static List<String> write(PortionNote note) {
    List<String> lines = new ArrayList<>();
    Head head =
        new Head(
            FORMAT,
            note.portion(),
            note.inputs(),
            note.target(),
            note.began(),
            note.next(),
            note.counts(),
            note.newest(),
            note.rows().size(),
            note.markers().size());
    try {
      lines.add(MAPPER.writeValueAsString(head));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("numbers and strings always make JSON", e);
    }
    note.rows().forEach(file -> lines.add(line(file)));
    note.markers().forEach(file -> lines.add(line(file)));
    lines.add(sum(lines));
    return lines;
  }

  /** Empty if the lines aren't a whole note of this format. */
  static Optional<PortionNote> read(List<String> lines) {
    int last = lines.size() - 1;
    if (last < 1 || !lines.get(last).equals(sum(lines.subList(0, last)))) {
      return Optional.empty();
    }
    try {
      Head head = MAPPER.readValue(lines.get(0), Head.class);
      List<DataFile> files = new ArrayList<>();
      for (String line : lines.subList(1, last)) {
        if (ActionJson.read(line).orElse(null) instanceof Action.Add add) {
          files.add(add.file());
        }
      }
      if (head.format != FORMAT || files.size() != head.rows + head.markers) {
        return Optional.empty();
      }
      return Optional.of(
          new PortionNote(
              head.portion,
              head.inputs,
              head.target,
              head.began,
              head.next,
              head.counts,
              head.newest,
              files.subList(0, head.rows),
              files.subList(head.rows, files.size())));
    } catch (JsonProcessingException e) {
      return Optional.empty();
    }
  }

  private static String line(DataFile file) {
    return ActionJson.write(new Action.Add(file, true));
  }

  private static String sum(List<String> lines) {
    return Long.toHexString(Hash64.of(String.join("\n", lines)));
  }
}
