package io.alluvium.objectstorage;

import io.alluvium.testing.CuttingProxy;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.gaul.s3proxy.AuthenticationType;
import org.gaul.s3proxy.S3Proxy;
import org.gaul.s3proxy.nio2blob.TransientNio2BlobProviderMetadata;
import org.jclouds.ContextBuilder;
import org.jclouds.blobstore.BlobStore;
import org.jclouds.blobstore.BlobStoreContext;

/** S3Proxy on a free port of loopback with one bucket in memory; signatures are checked. */
final class S3Server implements EmulatedStorage {
  private static final String IDENTITY = "AKIDEXAMPLE";
  private static final String CREDENTIAL = "wJalrXUtnFEMI/EXAMPLEKEY";

  private final BlobStoreContext context;
  private final S3Proxy server;
  private final CuttingProxy proxy;

  private S3Server(BlobStoreContext context, S3Proxy server, CuttingProxy proxy) {
    this.context = context;
    this.server = server;
    this.proxy = proxy;
  }

  static S3Server start(StorageTrouble trouble) throws Exception {
    CuttingProxy proxy = CuttingProxy.bind();
    // By its metadata: a search by name would load the back ends that aren't there.
    BlobStoreContext context =
        ContextBuilder.newBuilder(new TransientNio2BlobProviderMetadata())
            .credentials("unused", "unused")
            .build(BlobStoreContext.class);
    BlobStore store = new ConditionalBlobStore(context.getBlobStore(), trouble, proxy::cutAll);
    store.createContainerInLocation(null, "lake");
    S3Proxy server =
        S3Proxy.builder()
            .blobStore(store)
            .endpoint(URI.create("http://127.0.0.1:0"))
            .awsAuthentication(AuthenticationType.AWS_V4, IDENTITY, CREDENTIAL)
            .build();
    server.start();
    proxy.start(server.getPort(), Duration.ofDays(1));
    return new S3Server(context, server, proxy);
  }

  @Override
  public CuttingProxy way() {
    return proxy;
  }

  @Override
  public Map<String, String> settings() {
    Map<String, String> settings = new HashMap<>();
    settings.put("fs.s3a.endpoint", "http://127.0.0.1:" + proxy.port());
    settings.put("fs.s3a.endpoint.region", "eu-west-2");
    settings.put("fs.s3a.path.style.access", "true");
    settings.put("fs.s3a.access.key", IDENTITY);
    settings.put("fs.s3a.secret.key", CREDENTIAL);
    return settings;
  }

  @Override
  public String path(String name) {
    return "s3a://" + "lake" + "/" + name;
  }

  @Override
  public void close() throws Exception {
    proxy.close();
    server.stop();
    context.close();
  }
}
