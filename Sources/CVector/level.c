#include "CVector.h"

cvector_level cvector_level_max(void) {
#if defined(__x86_64__)
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vbmi") &&
      __builtin_cpu_supports("avx512vbmi2")) {
    return CVECTOR_AVX512;
  }
  if (__builtin_cpu_supports("avx2")) return CVECTOR_AVX2;
  if (__builtin_cpu_supports("ssse3")) return CVECTOR_SSE;
#endif
  return CVECTOR_PLAIN;
}
