/** Secrets from OCI Vault. Of its classes only {@code Vault} loads the SDK. */
package io.alluvium.oci.vault;
