/** Entries for OCI Logging. Of its classes only {@code OciLog} loads the SDK. */
package io.alluvium.oci.logging;
