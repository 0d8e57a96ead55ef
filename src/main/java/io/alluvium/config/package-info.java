/** The pipeline file: YAML to records, every rule about it in one place. */
package io.alluvium.config;
