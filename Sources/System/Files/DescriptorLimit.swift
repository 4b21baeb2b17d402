private import CLinux

/// The maximum number of descriptors that this process may have open (getrlimit(2), RLIMIT_NOFILE).
public enum DescriptorLimit {
  /// Raises the soft limit to the hard limit and returns it.
  public static func raise() -> Int {
    var limit = rlimit()
    guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
      return 1024
    }
    limit.rlim_cur = limit.rlim_max
    _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    _ = unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    return Int(clamping: limit.rlim_cur)
  }
}
