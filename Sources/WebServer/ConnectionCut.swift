internal import EventLoop
internal import Sockets

/// Closes the socket of a connection from any thread.
///
/// The socket is used on its loop only, which makes this type Sendable.
struct ConnectionCut: @unchecked Sendable {
  private let socket: SocketStream

  init(_ socket: SocketStream) {
    self.socket = socket
  }

  /// Closes the socket on its loop, without an orderly TLS close, if the condition still holds
  /// there.
  ///
  /// Tasks that wait on the socket, for instance for a peer that reads nothing, are resumed.
  func perform(where isWanted: @escaping @Sendable () -> Bool) {
    Task(executorPreference: socket.loop) {
      if isWanted() { socket.close() }
    }
  }
}
