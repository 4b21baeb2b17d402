private import CLinux
private import Glibc

/// The service manager that started this process, such as systemd, and receives its states
/// (sd_notify(3)).
public struct Supervisor: Sendable {
  /// A state of the service.
  public enum State: Sendable, Equatable {
    /// It serves, or has finished a reload.
    case ready
    /// It has begun to reload its configuration; `ready` ends this.
    case reloading
    /// It has begun to stop.
    case stopping
    /// It works; sent periodically, at least once per `watchdogInterval`.
    case watchdog
    /// What it does, for people.
    case status(String)
  }

  /// How long a notification waits for a service manager whose queue is full.
  private static let sendTimeoutSeconds = 1

  /// The longest time between two `watchdog` states; nil if the service manager awaits none.
  public let watchdogInterval: Duration?

  /// The bytes of `sun_path` (unix(7)); the first is 0 for an abstract address.
  private let path: [CChar]

  /// Reads the variables of sd_notify(3) and sd_watchdog_enabled(3).
  ///
  /// Returns nil without a service manager that receives states over a Unix domain socket.
  public init?(_ environment: LaunchEnvironment) {
    guard let address = environment.variable("NOTIFY_SOCKET"),
      let path = Self.path(of: address)
    else { return nil }
    self.path = path
    watchdogInterval = Self.watchdogInterval(environment)
  }

  /// Sends states, in one message. Returns false if it could not be sent.
  @discardableResult
  public func notify(_ states: State...) -> Bool {
    let microseconds = Deadline.monotonic.nanoseconds / 1000
    let message = Array(Self.message(states, monotonicMicroseconds: microseconds).utf8)
    let descriptor = socket(
      AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var timeout = timeval(tv_sec: Self.sendTimeoutSeconds, tv_usec: 0)
    unsafe setsockopt(
      descriptor, SOL_SOCKET, SO_SNDTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { space in
      unsafe path.withUnsafeBytes { unsafe space.copyMemory(from: $0) }
    }
    let offset = MemoryLayout<sockaddr_un>.size - MemoryLayout.size(ofValue: address.sun_path)
    let length = socklen_t(offset + path.count)
    let sent = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        unsafe sendto(
          descriptor, message, message.count, Int32(MSG_NOSIGNAL), pointer, length)
      }
    }
    return sent == message.count
  }

  /// Returns the assignments of states, one per line.
  static func message(_ states: [State], monotonicMicroseconds: UInt64) -> String {
    states.map { state in
      switch state {
      case .ready: "READY=1"
      case .reloading: "RELOADING=1\nMONOTONIC_USEC=\(monotonicMicroseconds)"
      case .stopping: "STOPPING=1"
      case .watchdog: "WATCHDOG=1"
      case .status(let text): "STATUS=\(line(text))"
      }
    }.joined(separator: "\n")
  }

  /// Returns a text as one line.
  private static func line(_ text: String) -> String {
    let bytes = text.utf8.map { $0 < 0x20 || $0 == 0x7f ? UInt8(ascii: " ") : $0 }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the bytes of `sun_path` for an address: a path, or `@` and an abstract name.
  static func path(of address: String) -> [CChar]? {
    var bytes = address.utf8.map { CChar(bitPattern: $0) }
    // A path needs its terminating zero.
    let bytesMax = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1
    guard bytes.count > 1, bytes.count <= bytesMax else { return nil }
    switch address.utf8.first {
    case UInt8(ascii: "/"): bytes.append(0)
    case UInt8(ascii: "@"): bytes[0] = 0
    default: return nil
    }
    return bytes
  }

  private static func watchdogInterval(_ environment: LaunchEnvironment) -> Duration? {
    guard let text = environment.variable("WATCHDOG_USEC"), let microseconds = Int64(text),
      microseconds > 0
    else { return nil }
    // The variables of another process, which this one inherited.
    if let process = environment.variable("WATCHDOG_PID"), Int32(process) != environment.processID {
      return nil
    }
    return .microseconds(microseconds)
  }
}
