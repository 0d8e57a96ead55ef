package io.alluvium.objectstorage;

import io.alluvium.objectstorage.StorageTrouble.Fault;
import java.io.IOException;
import java.io.UncheckedIOException;
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
  private static final long TOO_LATE_MS = 1_500;

  private final StorageTrouble trouble;

  ConditionalBlobStore(BlobStore delegate, StorageTrouble trouble) {
    super(delegate);
    this.trouble = trouble;
  }

  @Override
  public String putBlob(String container, Blob blob, PutOptions options) {
    String name = blob.getMetadata().getName();
    Fault fault = begin("PUT " + name);
    String tag;
    try {
      // Read before the lock is taken: the client may send slowly.
      byte[] bytes = blob.getPayload().openStream().readAllBytes();
      var metadata = blob.getPayload().getContentMetadata();
      blob.setPayload(bytes);
      blob.getPayload().setContentMetadata(metadata);
      synchronized (this) {
        if (isForAbsent(options) && blobExists(container, name)) {
          throw failure(412);
        }
        tag = super.putBlob(container, blob, new PutOptions());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
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

  private static void end(Fault fault) {
    if (fault == Fault.LOST_ANSWER) {
      try {
        Thread.sleep(TOO_LATE_MS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    } else if (fault != Fault.NONE) {
      throw failure(fault.status());
    }
  }

  private static HttpResponseException failure(int status) {
    return new HttpResponseException(
        "injected", null, HttpResponse.builder().statusCode(status).build());
  }
}
