private import CLinux
private import Glibc

/// What this process may do, and how it gives that up (credentials(7), capabilities(7)).
///
/// All of it is for the beginning of a program: what the kernel keeps for each thread, later
/// threads inherit, and those that run already do not.
public enum ProcessPrivileges {
  /// A system call that failed.
  public struct Failure: Error, Equatable, CustomStringConvertible {
    public let call: String
    /// An errno.
    public let code: Int32

    public var description: String {
      "\(call): \(unsafe strerror(code).map { unsafe String(cString: $0) } ?? "errno \(code)")"
    }
  }

  /// Whether the process runs as root.
  public static var isRoot: Bool { geteuid() == 0 }

  /// Becomes an ordinary user, with the groups of that user, permanently and on all threads: glibc
  /// sees to the latter (nptl(7)). The kernel takes all capabilities away with it.
  ///
  /// `HOME` becomes the user's, where libraries look for their files. It is called before the main
  /// thread waits for the first time: Dispatch ends that thread then, and glibc passes over what ends.
  public static func become(
    _ name: String, user: UInt32, group: UInt32, home: String
  ) throws(Failure) {
    precondition(user != 0, "the user must not be root")
    try check("initgroups", unsafe initgroups(name, group))
    try check("setgid", setgid(group))
    try check("setuid", setuid(user))
    // A way back would show here.
    guard setuid(0) != 0, geteuid() == user, getuid() == user else {
      throw Failure(call: "setuid", code: EPERM)
    }
    unsafe setenv("HOME", home, 1)
  }

  /// Drops the capabilities of the calling thread, and of all threads and programs that it starts.
  public static func dropCapabilities() throws(Failure) {
    try check("capset", clinux_drop_capabilities())
  }

  /// Programs that this one starts cannot gain privileges by set-user-ID bits (prctl(2),
  /// PR_SET_NO_NEW_PRIVS), and a crash leaves no image of the memory, in which keys are (core(5)).
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
