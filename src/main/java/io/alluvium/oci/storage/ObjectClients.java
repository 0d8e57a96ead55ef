package io.alluvium.oci.storage;

import com.oracle.bmc.ClientConfiguration;
import com.oracle.bmc.objectstorage.ObjectStorageClient;
import io.alluvium.oci.OciAccess;
import io.alluvium.oci.OciClients;
import java.time.Duration;
import org.apache.hadoop.conf.Configuration;

/** Makes clients of Object Storage that try again, and wait for answers, as a flush can bear it. */
final class ObjectClients {
  /** A put of a large file is answered when all of it is there. */
  private static final String READ_TIMEOUT = "alluvium.oci.read-timeout-ms";

  private static final int READ_TIMEOUT_MS = 30_000;
  private static final Attempts ATTEMPTS = new Attempts(5, Duration.ofMillis(100));

  private ObjectClients() {}

  /**
   * @throws io.alluvium.error.UserException if there is no principal to sign requests
   */
  static ObjectCalls open(Configuration conf) {
    OciAccess access = OciSettings.read(conf);
    ClientConfiguration client = OciClients.tryingOnce(conf.getInt(READ_TIMEOUT, READ_TIMEOUT_MS));
    return new ObjectCalls(
        OciClients.client(
            ObjectStorageClient.builder().configuration(client).isStreamWarningEnabled(false),
            access,
            access.endpoints().objectStorage()),
        ATTEMPTS);
  }
}
