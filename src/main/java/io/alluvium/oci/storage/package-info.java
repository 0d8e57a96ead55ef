/** OCI Object Storage as a file system of Hadoop's, {@code oci://BUCKET@NAMESPACE/name}. */
package io.alluvium.oci.storage;
