package io.alluvium.delta;

/**
 * Moves one application's transaction version in the same commit as the data (Delta protocol,
 * "Transaction Identifiers"). For us the version is the NEXT source offset.
 *
 * @param appId who, and which source partition
 * @param expected what the table must hold for the commit to be ours to make; {@link #NONE} = no
 *     version yet
 * @param next what it holds afterwards
 */
public record TxnAdvance(String appId, long expected, long next) {
  /** The table knows no version of this application yet. */
  public static final long NONE = -1;
}
