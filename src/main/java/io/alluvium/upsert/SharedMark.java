package io.alluvium.upsert;

import org.roaringbitmap.RoaringBitmap;

/**
 * Rows to be marked in a file that other owners mark too, whatever its vector is by then.
 *
 * @param path the file, as the log has it
 * @param rows in the file
 * @param dead positions of the owner's rows that don't count
 */
public record SharedMark(String path, int rows, RoaringBitmap dead) {}
