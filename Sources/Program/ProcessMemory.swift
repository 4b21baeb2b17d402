private import CLinux

/// The memory of this process.
public enum ProcessMemory {
  /// Returns free memory of the allocator to the system (malloc_trim(3)).
  ///
  /// If there is much of it, this takes milliseconds, during which other threads may wait to
  /// allocate.
  public static func giveBack() {
    malloc_trim(0)
  }
}
