#ifndef CINFLATE_SHIM_H
#define CINFLATE_SHIM_H

#include <zlib.h>

// inflateInit2 is a macro over inflateInit2_; 16 + 15 bits is a gzip member of any window.
static inline int cinflate_begin_gzip(z_stream *stream) {
  return inflateInit2(stream, 16 + MAX_WBITS);
}

#endif
