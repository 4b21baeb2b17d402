import Glibc

/// Whether these tests, and the programs built with them, run under a sanitizer.
public enum Sanitizer {
  /// What is resident says nothing then: freed memory is kept for a while, and there is a shadow of
  /// all of it. Leaks are looked for by the address sanitizer itself.
  public static let isOn =
    unsafe dlsym(nil, "__asan_init") != nil || dlsym(nil, "__tsan_init") != nil
}
