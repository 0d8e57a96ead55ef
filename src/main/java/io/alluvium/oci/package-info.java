/** Reaching Oracle Cloud; the SDK's classes are loaded only where something of OCI is used. */
package io.alluvium.oci;
