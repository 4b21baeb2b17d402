public import EventLoop
@testable public import Sockets

extension Listener {
  /// Binds and listens at an address that other listeners of this user may share. Call this on the
  /// loop.
  public convenience init(on address: SocketAddress, loop: EventLoop) throws(SocketError) {
    let socket: ListeningSocket
    do throws(Errno) {
      socket = try ListeningSocket(on: address, sharesPort: true, listens: false)
    } catch {
      throw SocketError(error, call: "bind", address: address)
    }
    let bound = socket.address
    try self.init(bound: socket.takeDescriptor(), to: bound, loop: loop)
  }
}
