/**
 * Breaks the running service: processes killed, frozen and halted at each step, storage that fails
 * and lies. What the tables hold afterwards is compared with a ledger of what was sent.
 */
package io.alluvium.chaos;
