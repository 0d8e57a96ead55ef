package io.alluvium.delta.parquet;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdDecompressCtx;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.CodecFactory;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * Compression of the pages of one file: zstd straight through its native library, one context and
 * one buffer a file, without Hadoop's codec classes and their configuration; other codecs, which
 * only foreign files use, through Parquet's own factory. For one thread.
 */
final class PageCodecs implements CompressionCodecFactory {
  private static final int ZSTD_LEVEL = 1;

  private final CodecFactory others = new CodecFactory(new PlainParquetConfiguration(), 0);
  private ZstdCompressor compressor;
  private ZstdDecompressor decompressor;

  @Override
  public BytesInputCompressor getCompressor(CompressionCodecName codec) {
    if (codec != CompressionCodecName.ZSTD) {
      return others.getCompressor(codec);
    }
    if (compressor == null) {
      compressor = new ZstdCompressor();
    }
    return compressor;
  }

  @Override
  public BytesInputDecompressor getDecompressor(CompressionCodecName codec) {
    if (codec != CompressionCodecName.ZSTD) {
      return others.getDecompressor(codec);
    }
    if (decompressor == null) {
      decompressor = new ZstdDecompressor();
    }
    return decompressor;
  }

  @Override
  public void release() {
    others.release();
    if (compressor != null) {
      compressor.release();
    }
    if (decompressor != null) {
      decompressor.release();
    }
  }

  private static final class ZstdCompressor implements BytesInputCompressor {
    private final ZstdCompressCtx context = new ZstdCompressCtx().setLevel(ZSTD_LEVEL);
    private final PageBuffer page = new PageBuffer();
    private byte[] compressed = new byte[0];

    @Override
    public BytesInput compress(BytesInput bytes) throws IOException {
      page.reset();
      bytes.writeAllTo(page);
      int bound = Math.toIntExact(Zstd.compressBound(page.size()));
      if (compressed.length < bound) {
        compressed = new byte[bound];
      }
      int size =
          context.compressByteArray(compressed, 0, compressed.length, page.array(), 0, page.size());
      return BytesInput.from(compressed, 0, size);
    }

    @Override
    public CompressionCodecName getCodecName() {
      return CompressionCodecName.ZSTD;
    }

    @Override
    public void release() {
      context.close();
    }
  }

  private static final class ZstdDecompressor implements BytesInputDecompressor {
    private final ZstdDecompressCtx context = new ZstdDecompressCtx();
    private final PageBuffer compressed = new PageBuffer();

    @Override
    public BytesInput decompress(BytesInput bytes, int decompressedSize) throws IOException {
      compressed.reset();
      bytes.writeAllTo(compressed);
      return BytesInput.from(decompress(compressed.array(), compressed.size(), decompressedSize));
    }

    @Override
    public void decompress(ByteBuffer input, int compressedSize, ByteBuffer output, int size)
        throws IOException {
      byte[] bytes = new byte[compressedSize];
      input.get(bytes);
      output.put(decompress(bytes, compressedSize, size));
    }

    private byte[] decompress(byte[] bytes, int length, int decompressedSize) throws IOException {
      byte[] page = new byte[decompressedSize];
      int size = context.decompressByteArray(page, 0, decompressedSize, bytes, 0, length);
      if (size != decompressedSize) {
        throw new IOException("a page has " + size + " bytes, its header says " + decompressedSize);
      }
      return page;
    }

    @Override
    public void release() {
      context.close();
    }
  }

  /** Lends its array. */
  private static final class PageBuffer extends ByteArrayOutputStream {
    byte[] array() {
      return buf;
    }
  }
}
