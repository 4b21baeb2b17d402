public import Sockets
import Synchronization

extension SocketAddress {
  private static let undisturbed = Atomic<UInt16>(0)

  /// An address of this machine that no other test uses, with any port.
  ///
  /// A port of 127.0.0.1 that has just been closed may be another test's already, or the near end of
  /// somebody's connection; 127.0.0.0/8 has room for everybody.
  public static func undisturbedLoopback() -> SocketAddress {
    let number = undisturbed.add(1, ordering: .relaxed).newValue
    return SocketAddress(
      .v4([127, 66, UInt8(truncatingIfNeeded: number >> 8), UInt8(truncatingIfNeeded: number)]),
      port: 0)
  }
}
