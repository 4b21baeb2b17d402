// Loops over many bytes, in vector instructions where the processor has them: SSE2, which every
// x86-64 has, SSSE3, AVX2 and AVX-512; plain C elsewhere. No function reads or writes outside of its buffers.

#ifndef CVECTOR_H
#define CVECTOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Which instructions a call uses; a call with more than the processor has uses what it has.
typedef enum {
  CVECTOR_PLAIN = 0,
  CVECTOR_SSE = 1,
  CVECTOR_AVX2 = 2,
  /// With byte permutations and compression (VBMI, VBMI2).
  CVECTOR_AVX512 = 3,
} cvector_level;

/// The best level of this processor.
cvector_level cvector_level_max(void);

/// Finds the end of what a JSON string (RFC 8259, section 7) holds plainly.
///
/// Escapes of one character are stepped over. Returns the offset of the first byte from `start` on
/// that is a quote, a control character, not ASCII, or the backslash of any other escape; `count`
/// where there is none. Sets `has_escapes` where an escape was stepped over.
size_t cvector_text_end(
    const uint8_t *bytes, size_t count, size_t start, bool *has_escapes, cvector_level level);

/// Bytes that the output of `cvector_base64_decode` must have room for.
size_t cvector_base64_capacity(size_t count);

/// Decodes base64 (RFC 4648, section 4), with or without padding, skipping line breaks.
///
/// With `has_escapes` the text is the inside of a JSON string, in which `\/`, `\n` and `\r` stand for
/// what they escape. Returns the bytes written, or -1 for any other text: the caller finds out why.
ptrdiff_t cvector_base64_decode(
    const uint8_t *text, size_t count, bool has_escapes, uint8_t *output, size_t capacity,
    cvector_level level);

#endif
