package io.alluvium.oci.storage;

import com.oracle.bmc.model.BmcException;
import com.oracle.bmc.model.Range;
import com.oracle.bmc.objectstorage.ObjectStorage;
import com.oracle.bmc.objectstorage.model.ListObjects;
import com.oracle.bmc.objectstorage.model.RenameObjectDetails;
import com.oracle.bmc.objectstorage.requests.DeleteObjectRequest;
import com.oracle.bmc.objectstorage.requests.GetObjectRequest;
import com.oracle.bmc.objectstorage.requests.HeadObjectRequest;
import com.oracle.bmc.objectstorage.requests.ListObjectsRequest;
import com.oracle.bmc.objectstorage.requests.PutObjectRequest;
import com.oracle.bmc.objectstorage.requests.RenameObjectRequest;
import com.oracle.bmc.objectstorage.responses.GetObjectResponse;
import com.oracle.bmc.objectstorage.responses.HeadObjectResponse;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import org.apache.hadoop.fs.FileAlreadyExistsException;

/** The calls of Object Storage that the file system is made of. Safe for several threads. */
final class ObjectCalls implements AutoCloseable {
  private static final int RANGE_NOT_SATISFIABLE = 416;
  private static final String LISTED = "name,size,timeModified";

  private final ObjectStorage client;
  private final Attempts attempts;

  ObjectCalls(ObjectStorage client, Attempts attempts) {
    this.client = client;
    this.attempts = attempts;
  }

  /** Whether there may be an object at the place of a put. */
  enum Existing {
    REPLACED,
    REFUSED
  }

  /** A piece of an object. */
  static final class Piece {
    private final byte[] bytes;
    private final long length;

    private Piece(byte[] bytes, long length) {
      this.bytes = bytes;
      this.length = length;
    }

    byte[] bytes() {
      return bytes;
    }

    /** Of the whole object, bytes. */
    long length() {
      return length;
    }
  }

  /** Gives the bytes to be put, anew for each attempt. */
  @FunctionalInterface
  interface Body {
    InputStream open() throws IOException;
  }

  /**
   * Size and time.
   *
   * @throws FileNotFoundException if there is no such object
   */
  HeadObjectResponse head(ObjectName object) throws IOException {
    return attempts.run(
        "the head",
        object,
        () ->
            client.headObject(
                HeadObjectRequest.builder()
                    .namespaceName(object.namespace())
                    .bucketName(object.bucket())
                    .objectName(object.name())
                    .build()));
  }

  /**
   * Reads from an offset on, fewer bytes at the object's end.
   *
   * @param count 1 or more
   * @throws FileNotFoundException if there is no such object
   */
  Piece read(ObjectName object, long from, int count) throws IOException {
    return attempts.run("a read", object, () -> readOnce(object, from, count));
  }

  private Piece readOnce(ObjectName object, long from, int count) throws IOException {
    try {
      GetObjectResponse response =
          client.getObject(
              GetObjectRequest.builder()
                  .namespaceName(object.namespace())
                  .bucketName(object.bucket())
                  .objectName(object.name())
                  .range(new Range(from, from + count - 1))
                  .build());
      try (InputStream in = response.getInputStream()) {
        return new Piece(whole(in, response), response.getContentRange().getContentLength());
      } catch (IOException e) {
        // The connection broke in the middle: as good as no answer.
        throw new BmcException(true, "the answer broke off", e, response.getOpcRequestId());
      }
    } catch (BmcException e) {
      if (e.getStatusCode() == RANGE_NOT_SATISFIABLE) {
        return new Piece(new byte[0], head(object).getContentLength());
      }
      throw e;
    }
  }

  private static byte[] whole(InputStream in, GetObjectResponse response) throws IOException {
    byte[] bytes = in.readAllBytes();
    if (bytes.length != response.getContentLength()) {
      throw new IOException(bytes.length + " of " + response.getContentLength() + " bytes came");
    }
    return bytes;
  }

  /**
   * Puts an object, as a whole or not at all.
   *
   * @throws FileAlreadyExistsException if there is one and none may be; it may be what an earlier
   *     attempt of this call has put
   */
  void put(ObjectName object, Body body, long length, Existing existing) throws IOException {
    attempts.run(
        "a put",
        object,
        () -> {
          try (InputStream in = body.open()) {
            PutObjectRequest.Builder request =
                PutObjectRequest.builder()
                    .namespaceName(object.namespace())
                    .bucketName(object.bucket())
                    .objectName(object.name())
                    .contentLength(length)
                    .putObjectBody(in);
            if (existing == Existing.REFUSED) {
              request.ifNoneMatch("*");
            }
            return client.putObject(request.build());
          }
        });
  }

  /** Deletes an object; false if there was none. */
  boolean delete(ObjectName object) throws IOException {
    try {
      attempts.run(
          "the deletion",
          object,
          () ->
              client.deleteObject(
                  DeleteObjectRequest.builder()
                      .namespaceName(object.namespace())
                      .bucketName(object.bucket())
                      .objectName(object.name())
                      .build()));
      return true;
    } catch (FileNotFoundException e) {
      return false;
    }
  }

  /**
   * Gives an object a name that is free.
   *
   * @throws FileAlreadyExistsException if the name is taken
   */
  void rename(ObjectName from, ObjectName to) throws IOException {
    attempts.run(
        "the renaming",
        from,
        () ->
            client.renameObject(
                RenameObjectRequest.builder()
                    .namespaceName(from.namespace())
                    .bucketName(from.bucket())
                    .renameObjectDetails(
                        RenameObjectDetails.builder()
                            .sourceName(from.name())
                            .newName(to.name())
                            .newObjIfNoneMatchETag("*")
                            .build())
                    .build()));
  }

  /**
   * One page of the objects of a prefix, in the order of their names.
   *
   * @param delimiter null = those of all levels
   * @param start the first name that counts, null = the first there is
   * @param most how many at most
   */
  ListObjects list(ObjectName prefix, String delimiter, String start, int most) throws IOException {
    return attempts.run(
        "a listing",
        prefix,
        () ->
            client
                .listObjects(
                    ListObjectsRequest.builder()
                        .namespaceName(prefix.namespace())
                        .bucketName(prefix.bucket())
                        .prefix(prefix.prefix())
                        .delimiter(delimiter)
                        .start(start)
                        .limit(most)
                        .fields(LISTED)
                        .build())
                .getListObjects());
  }

  @Override
  public void close() throws IOException {
    try {
      client.close();
    } catch (Exception e) {
      throw new IOException("the client of Object Storage doesn't close", e);
    }
  }
}
