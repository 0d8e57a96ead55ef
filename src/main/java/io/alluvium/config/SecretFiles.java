package io.alluvium.config;

import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Properties;

/**
 * Values in files, such as the secrets that Kubernetes mounts.
 *
 * @param workingDirectory what relative paths are taken from
 */
record SecretFiles(Path workingDirectory) {
  private static final long MOST_BYTES = 1 << 20;

  /**
   * A file's text without the newline at its end, or one of the properties that it holds.
   *
   * @param key of a property; empty for the whole file
   */
  String read(String path, Optional<String> key) throws BadValueException {
    String text = text(path);
    return key.isEmpty() ? text.replaceFirst("\\R\\z", "") : property(path, text, key.get());
  }

  private String text(String path) throws BadValueException {
    try {
      Path file = workingDirectory.resolve(path);
      if (Files.size(file) > MOST_BYTES) {
        throw new BadValueException(
            "the file " + path + " has more than 1 MB", "name the file that holds the value");
      }
      return Files.readString(file);
    } catch (CharacterCodingException e) {
      throw new BadValueException("the file " + path + " isn't UTF-8", "save it as UTF-8");
    } catch (InvalidPathException e) {
      throw new BadValueException(
          "\"" + path + "\" is no path: " + e.getReason(), "write ${FILE:/path/of/a/file}");
    } catch (IOException e) {
      throw new BadValueException(
          "the file " + path + " can't be read: " + reason(e),
          "put the value there, readable for the user that runs this");
    }
  }

  private static String reason(IOException e) {
    return e instanceof NoSuchFileException ? "there is no such file" : e.toString();
  }

  private static String property(String path, String text, String key) throws BadValueException {
    Properties properties = new Properties();
    try {
      properties.load(new StringReader(text));
    } catch (IOException | IllegalArgumentException e) {
      // Its message may quote the file.
      throw new BadValueException(
          "the file " + path + " isn't a properties file", "write one key=value a line");
    }
    String value = properties.getProperty(key);
    if (value == null) {
      throw new BadValueException(
          "the file " + path + " has no property " + key, "add the line " + key + "=…");
    }
    return value;
  }
}
