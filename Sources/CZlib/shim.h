#pragma once

#include <zlib.h>

// deflateInit2 and inflateInit2 are macros that add the version and the size of the structure.
static inline int czlib_deflate_init(
    z_stream *stream, int level, int windowBits, int memoryLevel, int strategy) {
  return deflateInit2(stream, level, Z_DEFLATED, windowBits, memoryLevel, strategy);
}

static inline int czlib_inflate_init(z_stream *stream, int windowBits) {
  return inflateInit2(stream, windowBits);
}
