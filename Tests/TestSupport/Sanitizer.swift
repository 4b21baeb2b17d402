import Glibc

/// Whether these tests, and the programs built with them, run under a sanitizer.
public enum Sanitizer {
  /// Whether the address or the thread sanitizer is on.
  ///
  /// Resident memory is meaningless then: freed memory is retained for a while, and all memory has
  /// shadow memory. The address sanitizer detects leaks itself.
  public static let isOn =
    unsafe dlsym(nil, "__asan_init") != nil || dlsym(nil, "__tsan_init") != nil
}
