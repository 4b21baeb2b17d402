public import System

@testable public import Sockets

extension Listener {
  /// Binds and listens at an address that other listeners of this user may share. Call this on the
  /// loop.
  public convenience init(on address: SocketAddress, loop: EventLoop) throws(SocketError) {
    try self.init(ListeningSocket(on: address, sharesPort: true), on: loop)
  }
}
