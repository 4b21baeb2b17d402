public import Sockets
import Synchronization
import System
private import Testing

extension SocketAddress {
  /// Returns 127.0.0.1 with a port; port 0 means any free port.
  public static func loopback(port: UInt16 = 0) -> SocketAddress {
    SocketAddress(.v4(0x7F00_0001), port: port)
  }

  private static let undisturbed = Atomic<UInt16>(0)

  /// Returns a loopback address that no other test uses, with any port.
  ///
  /// A port of 127.0.0.1 that was just closed may already be in use by another test, or be the
  /// local port of an outgoing connection; 127.0.0.0/8 has enough addresses for all tests.
  public static func undisturbedLoopback() -> SocketAddress {
    let number = undisturbed.add(1, ordering: .relaxed).newValue
    return SocketAddress(.v4(0x7F42_0000 | UInt32(number)), port: 0)
  }

  /// Waits until nobody listens at this address.
  ///
  /// A closed port stays in use while another test starts a process: until its program is loaded,
  /// the process has a copy of every descriptor (fork(2), execve(2)).
  public func becomesFree() async throws {
    try await eventually { (try? Listener.checkIsFree(self)) != nil }
  }
}
