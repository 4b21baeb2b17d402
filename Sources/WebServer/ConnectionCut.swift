internal import EventLoop
internal import Sockets

/// Closes the socket of a connection from any thread.
struct ConnectionCut: Sendable {
  private let socket: LoopBound<SocketStream>

  init(_ socket: SocketStream) {
    self.socket = LoopBound(socket, on: socket.loop)
  }

  /// Closes the socket on its loop, without an orderly TLS close, if the condition still holds
  /// there.
  ///
  /// Tasks that wait on the socket, for instance for a peer that reads nothing, are resumed.
  func perform(where isWanted: @escaping @Sendable () -> Bool) {
    Task(executorPreference: socket.loop) { [socket] in
      if isWanted() { socket.value.close() }
    }
  }
}
