private import CLinux
private import Glibc

/// The privileges of this process, and functions that drop them (credentials(7), capabilities(7)).
///
/// Call these functions at the start of the program: some attributes are per thread, and only
/// threads that start later inherit them.
public enum ProcessPrivileges {
  /// A system call that failed.
  public struct Failure: Error, Equatable, CustomStringConvertible {
    public let call: String
    /// The errno of the call.
    public let code: Int32

    public var description: String {
      "\(call): \(unsafe strerror(code).map { unsafe String(cString: $0) } ?? "errno \(code)")"
    }
  }

  /// Whether the process runs as root.
  public static var isRoot: Bool { geteuid() == 0 }

  /// Switches permanently to an unprivileged user and its groups, on all threads (glibc changes
  /// them all, nptl(7)).
  ///
  /// The kernel then removes all capabilities. `HOME` is set to the user's home directory, where
  /// libraries look for their files. Call this before the main thread first waits: Dispatch ends
  /// that thread then, and glibc skips threads that are ending.
  public static func become(
    _ name: String, user: UInt32, group: UInt32, home: String
  ) throws(Failure) {
    precondition(user != 0, "the user must not be root")
    try check("initgroups", unsafe initgroups(name, group))
    try check("setgid", setgid(group))
    try check("setuid", setuid(user))
    // Checks that the change cannot be undone.
    guard setuid(0) != 0, geteuid() == user, getuid() == user else {
      throw Failure(call: "setuid", code: EPERM)
    }
    unsafe setenv("HOME", home, 1)
  }

  /// Drops the capabilities of the calling thread, and of all threads and programs that it starts.
  public static func dropCapabilities() throws(Failure) {
    try check("capset", clinux_drop_capabilities())
  }

  /// Prevents programs that this one starts from gaining privileges (set-user-ID bits; prctl(2),
  /// PR_SET_NO_NEW_PRIVS), and disables core dumps, which would contain keys (core(5)).
  public static func forbidGainsAndDumps() throws(Failure) {
    try check("prctl", clinux_forbid_new_privileges())
    var none = rlimit(rlim_cur: 0, rlim_max: 0)
    try check(
      "setrlimit", unsafe setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none))
  }

  private static func check(_ call: String, _ result: Int32) throws(Failure) {
    guard result == 0 else { throw Failure(call: call, code: errno) }
  }
}
