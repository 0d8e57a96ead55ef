package io.alluvium.objectstorage;

import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import org.gaul.s3proxy.AuthenticationType;
import org.gaul.s3proxy.S3Proxy;
import org.gaul.s3proxy.nio2blob.TransientNio2BlobProviderMetadata;
import org.jclouds.ContextBuilder;
import org.jclouds.blobstore.BlobStore;
import org.jclouds.blobstore.BlobStoreContext;

/** S3Proxy on a free port of loopback with one bucket in memory; signatures are checked. */
public final class S3Server implements AutoCloseable {
  public static final String BUCKET = "lake";

  private static final String IDENTITY = "AKIDEXAMPLE";
  private static final String CREDENTIAL = "wJalrXUtnFEMI/EXAMPLEKEY";

  private final BlobStoreContext context;
  private final S3Proxy server;

  private S3Server(BlobStoreContext context, S3Proxy server) {
    this.context = context;
    this.server = server;
  }

  public static S3Server start(StorageTrouble trouble) throws Exception {
    Properties properties = new Properties();
    BlobStoreContext context =
        ContextBuilder.newBuilder(new TransientNio2BlobProviderMetadata())
            .credentials("unused", "unused")
            .overrides(properties)
            .build(BlobStoreContext.class);
    BlobStore store = new ConditionalBlobStore(context.getBlobStore(), trouble);
    store.createContainerInLocation(null, BUCKET);
    S3Proxy server =
        S3Proxy.builder()
            .blobStore(store)
            .endpoint(URI.create("http://127.0.0.1:0"))
            .awsAuthentication(AuthenticationType.AWS_V4, IDENTITY, CREDENTIAL)
            .jettyMaxThreads(24)
            .build();
    server.start();
    return new S3Server(context, server);
  }

  /** What Hadoop is told to reach it. */
  public Map<String, String> settings() {
    Map<String, String> settings = new HashMap<>();
    settings.put("fs.s3a.endpoint", "http://127.0.0.1:" + server.getPort());
    settings.put("fs.s3a.endpoint.region", "eu-west-2");
    settings.put("fs.s3a.path.style.access", "true");
    settings.put("fs.s3a.access.key", IDENTITY);
    settings.put("fs.s3a.secret.key", CREDENTIAL);
    return settings;
  }

  public String path(String name) {
    return "s3a://" + BUCKET + "/" + name;
  }

  @Override
  public void close() throws Exception {
    server.stop();
    context.close();
  }
}
