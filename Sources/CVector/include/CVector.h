// Loops over many bytes, with the vector instructions that the processor has: SSE2 (on every
// x86-64), SSSE3, AVX2 and AVX-512; plain C elsewhere. No function reads or writes outside its
// buffers.

#ifndef CVECTOR_H
#define CVECTOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The instructions that a call uses. A call with a level above that of the processor uses the
/// instructions that the processor has.
typedef enum {
  CVECTOR_PLAIN = 0,
  CVECTOR_SSE = 1,
  CVECTOR_AVX2 = 2,
  /// AVX-512 with byte permutations and compression (VBMI, VBMI2).
  CVECTOR_AVX512 = 3,
} cvector_level;

/// Returns the best level of this processor.
cvector_level cvector_level_max(void);

/// Finds the end of the plain text in a JSON string (RFC 8259, section 7).
///
/// Escapes of one character are skipped. Returns the offset of the first byte from `start` on that
/// is a quote, a control character, not ASCII, or the backslash of any other escape; `count` if
/// there is none. Sets `has_escapes` if an escape was skipped.
size_t cvector_text_end(
    const uint8_t *bytes, size_t count, size_t start, bool *has_escapes, cvector_level level);

/// Returns the number of bytes that the output of `cvector_base64_decode` must have room for.
size_t cvector_base64_capacity(size_t count);

/// Decodes base64 (RFC 4648, section 4), with or without padding, skipping line breaks.
///
/// With `has_escapes` the text is the contents of a JSON string, in which `\/`, `\n` and `\r` mean
/// the characters that they escape. Returns the number of bytes written, or -1 for any other text;
/// the caller determines the reason.
ptrdiff_t cvector_base64_decode(
    const uint8_t *text, size_t count, bool has_escapes, uint8_t *output, size_t capacity,
    cvector_level level);

#endif
