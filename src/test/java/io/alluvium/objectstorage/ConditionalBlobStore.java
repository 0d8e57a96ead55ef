package io.alluvium.objectstorage;

import io.alluvium.objectstorage.StorageTrouble.Fault;
import org.gaul.s3proxy.PutOptions2;
import org.jclouds.blobstore.BlobStore;
import org.jclouds.blobstore.domain.Blob;
import org.jclouds.blobstore.domain.PageSet;
import org.jclouds.blobstore.domain.StorageMetadata;
import org.jclouds.blobstore.options.GetOptions;
import org.jclouds.blobstore.options.ListContainerOptions;
import org.jclouds.blobstore.options.PutOptions;
import org.jclouds.blobstore.util.ForwardingBlobStore;
import org.jclouds.http.HttpResponse;
import org.jclouds.http.HttpResponseException;

/**
 * Makes a put's condition atomic, as S3's is: S3Proxy's own back ends look first and put then. And
 * makes the trouble that it is told to.
 */
final class ConditionalBlobStore extends ForwardingBlobStore {
  private final StorageTrouble trouble;
  private final Runnable cut;

  /**
   * @param cut ends the connections, answers under way with them
   */
  ConditionalBlobStore(BlobStore delegate, StorageTrouble trouble, Runnable cut) {
    super(delegate);
    this.trouble = trouble;
    this.cut = cut;
  }

  @Override
  public String putBlob(String container, Blob blob, PutOptions options) {
    String name = blob.getMetadata().getName();
    Fault fault = begin("PUT " + name);
    String tag;
    synchronized (this) {
      if (isForAbsent(options) && blobExists(container, name)) {
        throw failure(412);
      }
      tag = super.putBlob(container, blob, options);
    }
    end(fault);
    return tag;
  }

  private static boolean isForAbsent(PutOptions options) {
    return options instanceof PutOptions2 conditional && "*".equals(conditional.getIfNoneMatch());
  }

  @Override
  public Blob getBlob(String container, String name, GetOptions options) {
    Fault fault = begin("GET " + name);
    Blob blob = super.getBlob(container, name, options);
    end(fault);
    return blob;
  }

  @Override
  public PageSet<? extends StorageMetadata> list(String container, ListContainerOptions options) {
    Fault fault = begin("LIST " + options.getPrefix());
    PageSet<? extends StorageMetadata> page = super.list(container, options);
    end(fault);
    return page;
  }

  @Override
  public void removeBlob(String container, String name) {
    Fault fault = begin("DELETE " + name);
    super.removeBlob(container, name);
    end(fault);
  }

  private Fault begin(String request) {
    Fault fault = trouble.next(request);
    if (!fault.takesEffect()) {
      throw failure(fault.status());
    }
    return fault;
  }

  private void end(Fault fault) {
    if (fault == Fault.LOST_ANSWER) {
      cut.run();
    } else if (fault != Fault.NONE) {
      throw failure(fault.status());
    }
  }

  private static HttpResponseException failure(int status) {
    return new HttpResponseException(
        "injected", null, HttpResponse.builder().statusCode(status).build());
  }
}
