package io.alluvium.config;

import io.alluvium.oci.OciAccess;
import java.util.Optional;

/**
 * What is used of Oracle Cloud, and how it is reached.
 *
 * @param log OCID of the custom log that gets an entry a flush; empty = OCI Logging isn't used
 */
public record OciConfig(OciAccess access, Optional<String> log) {}
