private import CLinux

/// The memory of this process, as the system sees it.
public enum ProcessMemory {
  /// Gives back what was freed and is kept for the next time (malloc_trim(3)); it takes milliseconds
  /// where much is kept, during which other threads may wait for memory.
  public static func giveBack() {
    malloc_trim(0)
  }
}
