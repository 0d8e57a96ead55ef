package io.alluvium.objectstorage;

import io.alluvium.objectstorage.StorageTrouble.Fault;
import io.alluvium.oci.OciAccess;
import io.alluvium.oci.OciRequest;
import io.alluvium.oci.OciResponse;
import io.alluvium.oci.OciServer;
import io.alluvium.oci.OciUser;
import io.alluvium.oci.storage.OciSettings;
import io.alluvium.testing.CuttingProxy;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** OCI's Object Storage: the requests' signatures are checked, the objects are in memory. */
final class OciObjectServer implements EmulatedStorage {
  private static final String NAMESPACE = "axtest";
  private static final String BUCKET = "Lake_1";

  private final OciServer server;
  private final CuttingProxy proxy;
  private final Map<String, String> settings;

  private OciObjectServer(OciServer server, CuttingProxy proxy, Map<String, String> settings) {
    this.server = server;
    this.proxy = proxy;
    this.settings = settings;
  }

  static OciObjectServer start(Path directory, StorageTrouble trouble) throws Exception {
    OciUser user = OciUser.create();
    OciServer server = OciServer.start(user);
    CuttingProxy proxy = CuttingProxy.bind();
    proxy.start(URI.create(server.endpoint()).getPort(), Duration.ofDays(1));
    OciObjects objects = new OciObjects(trouble.overlooksConditions());
    server.handle(
        "/n/" + NAMESPACE + "/b/" + BUCKET + "/",
        request -> Optional.of(troubled(request, objects, trouble, proxy)));
    OciAccess access = user.access(directory, "http://127.0.0.1:" + proxy.port());
    return new OciObjectServer(server, proxy, OciSettings.of(access));
  }

  private static OciResponse troubled(
      OciRequest request, OciObjects objects, StorageTrouble trouble, CuttingProxy proxy) {
    Fault fault = trouble.next(request.method() + " " + request.path());
    if (!fault.takesEffect()) {
      return OciResponse.error(fault.status(), "Injected", "as the test asked");
    }
    OciResponse response = objects.answer(request);
    if (fault == Fault.LOST_ANSWER) {
      proxy.cutAll();
    }
    return fault == Fault.FAILED_AFTER_EFFECT
        ? OciResponse.error(fault.status(), "Injected", "as the test asked")
        : response;
  }

  @Override
  public CuttingProxy way() {
    return proxy;
  }

  @Override
  public Map<String, String> settings() {
    return settings;
  }

  @Override
  public String path(String name) {
    return "oci://" + BUCKET + "@" + NAMESPACE + "/" + name;
  }

  @Override
  public void close() {
    proxy.close();
    server.close();
  }
}
