private import CLinux

/// The error number of a failed system call (errno(3)).
public struct Errno: Error, Sendable, Hashable, CustomStringConvertible {
  public let number: Int32

  public init(_ number: Int32) {
    self.number = number
  }

  public static let permissionDenied = Errno(EACCES)
  public static let addressFamilyNotSupported = Errno(EAFNOSUPPORT)
  public static let addressInUse = Errno(EADDRINUSE)
  public static let addressNotAvailable = Errno(EADDRNOTAVAIL)
  public static let wouldBlock = Errno(EAGAIN)
  public static let connectionRefused = Errno(ECONNREFUSED)
  public static let connectionReset = Errno(ECONNRESET)
  public static let hostUnreachable = Errno(EHOSTUNREACH)
  public static let interrupted = Errno(EINTR)
  public static let tooManyOpenFiles = Errno(EMFILE)
  public static let tooManyOpenFilesInSystem = Errno(ENFILE)
  public static let networkUnreachable = Errno(ENETUNREACH)
  public static let noBufferSpace = Errno(ENOBUFS)
  public static let noMemory = Errno(ENOMEM)
  public static let noSpace = Errno(ENOSPC)
  public static let notConnected = Errno(ENOTCONN)
  public static let brokenPipe = Errno(EPIPE)
  public static let notPermitted = Errno(EPERM)
  public static let timedOut = Errno(ETIMEDOUT)
  public static let cancelled = Errno(ECANCELED)

  /// The message of strerror(3).
  public var description: String {
    unsafe strerror(number).map { unsafe String(cString: $0) } ?? "errno \(number)"
  }

  /// Whether the process, the system or the kernel's memory is out of resources for another
  /// descriptor, watch (ENOSPC of epoll_ctl(2)) or thread (EAGAIN of pthread_create(3)).
  package var isExhaustion: Bool {
    switch self {
    case .tooManyOpenFiles, .tooManyOpenFilesInSystem, .noBufferSpace, .noMemory, .noSpace,
      .wouldBlock:
      true
    default: false
    }
  }
}

/// Makes a system call, repeats it if a signal interrupts it, and throws its `Errno` if it fails.
@inlinable @inline(__always)
package func systemCall<Result: SignedInteger>(_ call: () -> Result) throws(Errno) -> Result {
  while true {
    let result = call()
    if result >= 0 { return result }
    if let error = Errno.ofFailedCall() { throw error }
  }
}

extension Errno {
  /// Returns the errno of the system call that has just failed, or nil if a signal interrupted it.
  ///
  /// An errno that only a bug in this program can cause ends the process, since it would mean that
  /// a descriptor of another owner is being used.
  @usableFromInline
  package static func ofFailedCall() -> Errno? {
    let error = Errno(clinux_errno())
    precondition(
      error.number != EBADF && error.number != EFAULT && error.number != ENOTSOCK,
      "system call with a descriptor or an address that this caller does not own")
    return error == .interrupted ? nil : error
  }
}
