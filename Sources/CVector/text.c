#include "CVector.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

/// Whether a byte ends a plain run: a quote, a backslash, a control character or a byte that is not
/// ASCII.
static inline bool is_stop(uint8_t byte) {
  return byte == '"' || byte == '\\' || byte < 0x20 || byte >= 0x80;
}

/// The characters that form an escape with a preceding backslash.
static const uint8_t simple[256] = {
    ['"'] = 1, ['\\'] = 1, ['/'] = 1, ['b'] = 1,
    ['f'] = 1, ['n'] = 1,  ['r'] = 1, ['t'] = 1,
};

/// Whether an escape of one character begins at an offset.
static inline bool is_escape(const uint8_t *bytes, size_t count, size_t offset) {
  return bytes[offset] == '\\' && count - offset >= 2 && simple[bytes[offset + 1]];
}

static size_t text_end_plain(
    const uint8_t *bytes, size_t count, size_t offset, bool *has_escapes) {
  while (offset < count) {
    if (!is_stop(bytes[offset])) {
      offset++;
    } else if (is_escape(bytes, count, offset)) {
      *has_escapes = true;
      offset += 2;
    } else {
      break;
    }
  }
  return offset;
}

#if defined(__x86_64__)

/// Walks over the stops of a block, whose bits are set in `mask`. Returns the number of bytes to
/// advance, or 0 after setting `*end` to the end of the run.
static inline size_t walk(
    const uint8_t *bytes, size_t count, size_t offset, unsigned mask, size_t block_bytes,
    bool *has_escapes, size_t *end) {
  while (mask != 0) {
    size_t place = (size_t)__builtin_ctz(mask);
    if (!is_escape(bytes, count, offset + place)) {
      *end = offset + place;
      return 0;
    }
    *has_escapes = true;
    if (place == block_bytes - 1) return block_bytes + 1;
    mask &= ~(3u << place);
  }
  return block_bytes;
}

static size_t text_end_sse(
    const uint8_t *bytes, size_t count, size_t offset, bool *has_escapes) {
  const __m128i quote = _mm_set1_epi8('"'), backslash = _mm_set1_epi8('\\');
  // As signed numbers, bytes that are not ASCII are below 0x20 as well.
  const __m128i blank = _mm_set1_epi8(0x20);
  size_t end = count;
  while (offset < count && count - offset >= 16) {
    __m128i block = _mm_loadu_si128((const __m128i *)(bytes + offset));
    __m128i stops = _mm_or_si128(
        _mm_cmplt_epi8(block, blank),
        _mm_or_si128(_mm_cmpeq_epi8(block, quote), _mm_cmpeq_epi8(block, backslash)));
    size_t step = walk(
        bytes, count, offset, (unsigned)_mm_movemask_epi8(stops), 16, has_escapes, &end);
    if (step == 0) return end;
    offset += step;
  }
  return text_end_plain(bytes, count, offset, has_escapes);
}

__attribute__((target("avx2")))
static size_t text_end_avx2(
    const uint8_t *bytes, size_t count, size_t offset, bool *has_escapes) {
  const __m256i quote = _mm256_set1_epi8('"'), backslash = _mm256_set1_epi8('\\');
  const __m256i blank = _mm256_set1_epi8(0x20);
  size_t end = count;
  while (offset < count && count - offset >= 32) {
    __m256i block = _mm256_loadu_si256((const __m256i *)(bytes + offset));
    __m256i stops = _mm256_or_si256(
        _mm256_cmpgt_epi8(blank, block),
        _mm256_or_si256(_mm256_cmpeq_epi8(block, quote), _mm256_cmpeq_epi8(block, backslash)));
    size_t step = walk(
        bytes, count, offset, (unsigned)_mm256_movemask_epi8(stops), 32, has_escapes, &end);
    if (step == 0) return end;
    offset += step;
  }
  return text_end_plain(bytes, count, offset, has_escapes);
}

/// Reads 64 bytes at a time and resolves their escapes all at once. A block in which a backslash is
/// escaped, and the last bytes, are left to the walk.
__attribute__((target("avx512f,avx512bw,avx512vbmi")))
static size_t text_end_avx512(
    const uint8_t *bytes, size_t count, size_t offset, bool *has_escapes) {
  const __m512i low = _mm512_loadu_si512(simple), high = _mm512_loadu_si512(simple + 64);
  const __m512i quote = _mm512_set1_epi8('"'), backslash = _mm512_set1_epi8('\\');
  const __m512i blank = _mm512_set1_epi8(0x20);
  // Whether the previous block ended with a backslash whose escape is in this one.
  uint64_t carry = 0;
  while (offset < count && count - offset >= 64) {
    __m512i block = _mm512_loadu_si512(bytes + offset);
    uint64_t slashes = _mm512_cmpeq_epi8_mask(block, backslash);
    uint64_t stops =
        _mm512_cmplt_epi8_mask(block, blank) | _mm512_cmpeq_epi8_mask(block, quote);
    uint64_t escaped = slashes << 1 | carry;
    if ((escaped | slashes | stops) == 0) {
      offset += 64;
      continue;
    }
    __m512i classes = _mm512_permutex2var_epi8(low, block, high);
    uint64_t known = _mm512_test_epi8_mask(classes, classes) & ~_mm512_movepi8_mask(block);
    if ((slashes & escaped) != 0 || (escaped & ~known) != 0) {
      size_t block_end = offset + 64;
      offset = text_end_avx2(bytes, block_end, offset - carry, has_escapes);
      carry = 0;
      if (offset == block_end) continue;
      if (!is_escape(bytes, count, offset)) return offset;
      *has_escapes = true;
      offset += 2;
      continue;
    }
    stops &= ~escaped;
    // The bits below the first stop, or all bits if there is none.
    uint64_t inside = (stops - 1) & ~stops;
    if ((escaped & inside) != 0) *has_escapes = true;
    if (stops != 0) return offset + (size_t)__builtin_ctzll(stops);
    carry = slashes >> 63;
    offset += 64;
  }
  return text_end_avx2(bytes, count, offset - carry, has_escapes);
}

#endif

size_t cvector_text_end(
    const uint8_t *bytes, size_t count, size_t start, bool *has_escapes, cvector_level level) {
  switch (level) {
#if defined(__x86_64__)
    case CVECTOR_AVX512: return text_end_avx512(bytes, count, start, has_escapes);
    case CVECTOR_AVX2: return text_end_avx2(bytes, count, start, has_escapes);
    case CVECTOR_SSE: return text_end_sse(bytes, count, start, has_escapes);
#endif
    default: return text_end_plain(bytes, count, start, has_escapes);
  }
}
