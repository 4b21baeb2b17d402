#include "CVector.h"

#include <string.h>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

enum {
  /// Number of bytes that a vector store may write past the bytes that it decodes.
  SLACK = 64,
  /// Number of characters without escapes and line breaks that are gathered before they are
  /// decoded.
  STAGE_BYTES = 4096,
  /// Size of the longest block of a vector loop.
  BLOCK_BYTES = 64,
  FOREIGN = 255,
};

/// The value of each character, or FOREIGN if it is not in the alphabet.
static const uint8_t values[256] = {
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,  62, 255, 255, 255,  63,
     52,  53,  54,  55,  56,  57,  58,  59,  60,  61, 255, 255, 255, 255, 255, 255,
    255,   0,   1,   2,   3,   4,   5,   6,   7,   8,   9,  10,  11,  12,  13,  14,
     15,  16,  17,  18,  19,  20,  21,  22,  23,  24,  25, 255, 255, 255, 255, 255,
    255,  26,  27,  28,  29,  30,  31,  32,  33,  34,  35,  36,  37,  38,  39,  40,
     41,  42,  43,  44,  45,  46,  47,  48,  49,  50,  51, 255, 255, 255, 255, 255,
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
};

// MARK: Groups

/// Decodes groups of four characters up to the first group with a foreign byte. Returns the number
/// of characters decoded. The output must have room for SLACK more bytes.
static size_t decode_plain(const uint8_t *text, size_t count, uint8_t *output) {
  size_t taken = 0;
  while (count - taken >= 4) {
    uint32_t a = values[text[taken]], b = values[text[taken + 1]];
    uint32_t c = values[text[taken + 2]], d = values[text[taken + 3]];
    // Values have six bits, FOREIGN has eight.
    if (((a | b | c | d) & 0xC0) != 0) break;
    uint32_t group = a << 18 | b << 12 | c << 6 | d;
    output[0] = (uint8_t)(group >> 16);
    output[1] = (uint8_t)(group >> 8);
    output[2] = (uint8_t)group;
    output += 3;
    taken += 4;
  }
  return taken;
}

#if defined(__x86_64__)

// The vector decoder of Wojciech Mula and Daniel Lemire ("Faster Base64 Encoding and Decoding using
// AVX2 Instructions", 2018). Two look-ups, by the halves of a byte, have a bit in common if the
// byte is foreign. A third returns the number that is added to the byte to get its value.

#define LOW_TABLE \
  0x15, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x13, 0x1A, 0x1B, 0x1B, 0x1B, 0x1A
#define HIGH_TABLE \
  0x10, 0x10, 0x01, 0x02, 0x04, 0x08, 0x04, 0x08, 0x10, 0x10, 0x10, 0x10, 0x10, 0x10, 0x10, 0x10
#define SHIFT_TABLE 0, 16, 19, 4, -65, -65, -71, -71, 0, 0, 0, 0, 0, 0, 0, 0
#define PACK_TABLE 2, 1, 0, 6, 5, 4, 10, 9, 8, 14, 13, 12, -1, -1, -1, -1

/// The position of each output byte in sixteen groups of four bytes each.
static const uint8_t pack_table[64] = {
     2,  1,  0,  6,  5,  4, 10,  9,  8, 14, 13, 12, 18, 17, 16, 22,
    21, 20, 26, 25, 24, 30, 29, 28, 34, 33, 32, 38, 37, 36, 42, 41,
    40, 46, 45, 44, 50, 49, 48, 54, 53, 52, 58, 57, 56, 62, 61, 60,
     0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,
};

__attribute__((target("ssse3")))
static size_t decode_sse(const uint8_t *text, size_t count, uint8_t *output) {
  const __m128i low = _mm_setr_epi8(LOW_TABLE), high = _mm_setr_epi8(HIGH_TABLE);
  const __m128i shift = _mm_setr_epi8(SHIFT_TABLE), pack = _mm_setr_epi8(PACK_TABLE);
  const __m128i slash = _mm_set1_epi8(0x2F), zero = _mm_setzero_si128();
  size_t taken = 0;
  while (count - taken >= 16) {
    __m128i block = _mm_loadu_si128((const __m128i *)(text + taken));
    __m128i halves = _mm_and_si128(_mm_srli_epi32(block, 4), slash);
    __m128i foreign = _mm_and_si128(
        _mm_shuffle_epi8(low, _mm_and_si128(block, slash)), _mm_shuffle_epi8(high, halves));
    if (_mm_movemask_epi8(_mm_cmpgt_epi8(foreign, zero)) != 0) break;
    __m128i places = _mm_add_epi8(_mm_cmpeq_epi8(block, slash), halves);
    block = _mm_add_epi8(block, _mm_shuffle_epi8(shift, places));
    block = _mm_maddubs_epi16(block, _mm_set1_epi32(0x01400140));
    block = _mm_madd_epi16(block, _mm_set1_epi32(0x00011000));
    _mm_storeu_si128((__m128i *)output, _mm_shuffle_epi8(block, pack));
    output += 12;
    taken += 16;
  }
  return taken + decode_plain(text + taken, count - taken, output);
}

__attribute__((target("avx2")))
static size_t decode_avx2(const uint8_t *text, size_t count, uint8_t *output) {
  const __m256i low = _mm256_setr_epi8(LOW_TABLE, LOW_TABLE);
  const __m256i high = _mm256_setr_epi8(HIGH_TABLE, HIGH_TABLE);
  const __m256i shift = _mm256_setr_epi8(SHIFT_TABLE, SHIFT_TABLE);
  const __m256i pack = _mm256_setr_epi8(PACK_TABLE, PACK_TABLE);
  const __m256i join = _mm256_setr_epi32(0, 1, 2, 4, 5, 6, 7, 7);
  const __m256i slash = _mm256_set1_epi8(0x2F);
  size_t taken = 0;
  while (count - taken >= 32) {
    __m256i block = _mm256_loadu_si256((const __m256i *)(text + taken));
    __m256i halves = _mm256_and_si256(_mm256_srli_epi32(block, 4), slash);
    __m256i lows = _mm256_shuffle_epi8(low, _mm256_and_si256(block, slash));
    if (!_mm256_testz_si256(lows, _mm256_shuffle_epi8(high, halves))) break;
    __m256i places = _mm256_add_epi8(_mm256_cmpeq_epi8(block, slash), halves);
    block = _mm256_add_epi8(block, _mm256_shuffle_epi8(shift, places));
    block = _mm256_maddubs_epi16(block, _mm256_set1_epi32(0x01400140));
    block = _mm256_madd_epi16(block, _mm256_set1_epi32(0x00011000));
    block = _mm256_permutevar8x32_epi32(_mm256_shuffle_epi8(block, pack), join);
    _mm256_storeu_si256((__m256i *)output, block);
    output += 24;
    taken += 32;
  }
  return taken + decode_plain(text + taken, count - taken, output);
}

__attribute__((target("avx512f,avx512bw,avx512vbmi")))
static size_t decode_avx512(const uint8_t *text, size_t count, uint8_t *output) {
  // One look-up returns the value; its high bit is set if the byte is foreign.
  const __m512i low = _mm512_loadu_si512(values), high = _mm512_loadu_si512(values + 64);
  const __m512i pack = _mm512_loadu_si512(pack_table);
  size_t taken = 0;
  while (count - taken >= 64) {
    __m512i block = _mm512_loadu_si512(text + taken);
    __m512i found = _mm512_permutex2var_epi8(low, block, high);
    if (_mm512_movepi8_mask(_mm512_or_si512(block, found)) != 0) break;
    found = _mm512_maddubs_epi16(found, _mm512_set1_epi32(0x01400140));
    found = _mm512_madd_epi16(found, _mm512_set1_epi32(0x00011000));
    _mm512_storeu_si512(output, _mm512_permutexvar_epi8(pack, found));
    output += 48;
    taken += 64;
  }
  return taken + decode_avx2(text + taken, count - taken, output);
}

#endif

static size_t decode_groups(
    const uint8_t *text, size_t count, uint8_t *output, cvector_level level) {
  switch (level) {
#if defined(__x86_64__)
    case CVECTOR_AVX512: return decode_avx512(text, count, output);
    case CVECTOR_AVX2: return decode_avx2(text, count, output);
    case CVECTOR_SSE: return decode_sse(text, count, output);
#endif
    default: return decode_plain(text, count, output);
  }
}

// MARK: Runs between escapes, line breaks and padding

static inline bool ends_run(uint8_t byte) {
  return byte == '\\' || byte == '\n' || byte == '\r' || byte == '=';
}

/// Copies up to the first byte that ends a run, at most `count` bytes, and returns their number.
/// The output must have room for SLACK more bytes.
static size_t copy_run(
    const uint8_t *text, size_t count, uint8_t *output, cvector_level level) {
  size_t copied = 0;
#if defined(__x86_64__)
  if (level != CVECTOR_PLAIN) {
    const __m128i backslash = _mm_set1_epi8('\\'), equals = _mm_set1_epi8('=');
    const __m128i newline = _mm_set1_epi8('\n'), carriage = _mm_set1_epi8('\r');
    while (count - copied >= 16) {
      __m128i block = _mm_loadu_si128((const __m128i *)(text + copied));
      _mm_storeu_si128((__m128i *)(output + copied), block);
      __m128i ends = _mm_or_si128(
          _mm_or_si128(_mm_cmpeq_epi8(block, backslash), _mm_cmpeq_epi8(block, equals)),
          _mm_or_si128(_mm_cmpeq_epi8(block, newline), _mm_cmpeq_epi8(block, carriage)));
      unsigned mask = (unsigned)_mm_movemask_epi8(ends);
      if (mask != 0) return copied + (size_t)__builtin_ctz(mask);
      copied += 16;
    }
  }
#endif
  while (copied < count && !ends_run(text[copied])) {
    output[copied] = text[copied];
    copied++;
  }
  return copied;
}

/// Sets `character` to the character at an offset, escaped or not. Returns the number of bytes that
/// it takes, or 0 for any other escape.
static size_t read_character(
    const uint8_t *text, size_t count, size_t offset, bool has_escapes, uint8_t *character) {
  *character = text[offset];
  if (text[offset] != '\\') return 1;
  if (!has_escapes || count - offset < 2) return 0;
  switch (text[offset + 1]) {
    case '/': *character = '/'; return 2;
    case 'n': *character = '\n'; return 2;
    case 'r': *character = '\r'; return 2;
    default: return 0;
  }
}

#if defined(__x86_64__)

/// Copies whole blocks without their escapes and line breaks. Stops before a block with padding, or
/// with an escape that no encoder writes. Returns the number of bytes read, and adds the number of
/// bytes written to `written`.
__attribute__((target("avx512f,avx512bw,avx512vbmi,avx512vbmi2,popcnt")))
static size_t copy_blocks(
    const uint8_t *text, size_t count, bool has_escapes, uint8_t *output, size_t room,
    size_t *written) {
  const __m512i backslash = _mm512_set1_epi8('\\'), equals = _mm512_set1_epi8('=');
  const __m512i newline = _mm512_set1_epi8('\n'), carriage = _mm512_set1_epi8('\r');
  size_t taken = 0, copied = 0;
  // Whether the previous block ended with a backslash whose escape is in this one.
  uint64_t carry = 0;
  while (count - taken >= 64 && room - copied >= 64) {
    __m512i block = _mm512_loadu_si512(text + taken);
    uint64_t slashes = _mm512_cmpeq_epi8_mask(block, backslash);
    uint64_t breaks = _mm512_cmpeq_epi8_mask(block, newline) |
        _mm512_cmpeq_epi8_mask(block, carriage);
    uint64_t escaped = slashes << 1 | carry;
    uint64_t letters = _mm512_cmpeq_epi8_mask(block, _mm512_set1_epi8('n')) |
        _mm512_cmpeq_epi8_mask(block, _mm512_set1_epi8('r'));
    uint64_t strokes = _mm512_cmpeq_epi8_mask(block, _mm512_set1_epi8('/'));
    if ((escaped & ~(letters | strokes)) != 0 || (slashes != 0 && !has_escapes) ||
        _mm512_cmpeq_epi8_mask(block, equals) != 0) {
      break;
    }
    uint64_t kept = ~(slashes | breaks | (escaped & letters));
    _mm512_storeu_si512(output + copied, _mm512_maskz_compress_epi8(kept, block));
    copied += (size_t)_mm_popcnt_u64(kept);
    taken += 64;
    carry = slashes >> 63;
  }
  *written += copied;
  return taken - carry;
}

#endif

/// Whether the rest of a text is `wanted` padding characters, with line breaks anywhere.
static bool is_padding(
    const uint8_t *text, size_t count, size_t offset, bool has_escapes, size_t wanted) {
  while (offset < count) {
    uint8_t character;
    size_t taken = read_character(text, count, offset, has_escapes, &character);
    if (taken == 0) return false;
    if (character == '=') {
      if (wanted == 0) return false;
      wanted--;
    } else if (character != '\n' && character != '\r') {
      return false;
    }
    offset += taken;
  }
  return wanted == 0;
}

/// Decodes the last group, of zero to three characters. Returns the number of bytes written, or -1.
static ptrdiff_t decode_rest(const uint8_t *text, size_t count, uint8_t *output) {
  if (count == 0) return 0;
  if (count == 1 || count > 3) return -1;
  uint32_t group = 0;
  for (size_t place = 0; place < 3; place++) {
    uint8_t value = place < count ? values[text[place]] : 0;
    if (value == FOREIGN) return -1;
    group = group << 6 | value;
  }
  // 18 bits hold one or two bytes; the bits after them must be zero (RFC 4648, section 3.5).
  if ((group & (count == 2 ? 0x3FF : 0x3)) != 0) return -1;
  output[0] = (uint8_t)(group >> 10);
  if (count == 3) output[1] = (uint8_t)(group >> 2);
  return (ptrdiff_t)count - 1;
}

size_t cvector_base64_capacity(size_t count) { return count / 4 * 3 + 3 + SLACK; }

ptrdiff_t cvector_base64_decode(
    const uint8_t *text, size_t count, bool has_escapes, uint8_t *output, size_t capacity,
    cvector_level level) {
  if (capacity < cvector_base64_capacity(count)) return -1;
  size_t offset = decode_groups(text, count, output, level);
  uint8_t *next = output + offset / 4 * 3;
  uint8_t stage[STAGE_BYTES + SLACK];
  size_t staged = 0;
  size_t wanted = 0;
  while (offset < count) {
    if (STAGE_BYTES - staged < BLOCK_BYTES) {
      size_t taken = decode_groups(stage, staged, next, level);
      if (staged - taken >= 4) return -1;
      next += taken / 4 * 3;
      memmove(stage, stage + taken, staged - taken);
      staged -= taken;
    }
#if defined(__x86_64__)
    if (level == CVECTOR_AVX512) {
      offset += copy_blocks(
          text + offset, count - offset, has_escapes, stage + staged, STAGE_BYTES - staged,
          &staged);
      if (STAGE_BYTES - staged < BLOCK_BYTES) continue;
    }
#endif
    size_t room = STAGE_BYTES - staged;
    size_t limit = count - offset < room ? count - offset : room;
    size_t copied = copy_run(text + offset, limit, stage + staged, level);
    offset += copied;
    staged += copied;
    if (copied == room) continue;
    if (offset == count) break;
    uint8_t character;
    size_t taken = read_character(text, count, offset, has_escapes, &character);
    if (taken == 0) return -1;
    if (character == '=') {
      // The group is not complete: its length determines how much padding there must be.
      size_t symbols = staged % 4;
      wanted = symbols >= 2 ? 4 - symbols : 0;
      if (wanted == 0) return -1;
      break;
    }
    if (character == '/') stage[staged++] = '/';
    offset += taken;
  }
  if (!is_padding(text, count, offset, has_escapes, wanted)) return -1;
  size_t taken = decode_groups(stage, staged, next, level);
  next += taken / 4 * 3;
  ptrdiff_t rest = decode_rest(stage + taken, staged - taken, next);
  return rest < 0 ? -1 : next - output + rest;
}
