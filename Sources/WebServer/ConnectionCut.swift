internal import Sockets

/// Closes the socket of a connection from any thread.
///
/// The socket is touched on its loop alone, which is what makes it Sendable.
struct ConnectionCut: @unchecked Sendable {
  private let socket: SocketStream

  init(_ socket: SocketStream) {
    self.socket = socket
  }

  /// Closes the socket on its loop, without the end of an orderly close, if the condition still
  /// holds there. Tasks that wait on the socket, such as for a peer that reads nothing, are resumed.
  func perform(where isWanted: @escaping @Sendable () -> Bool) {
    Task(executorPreference: socket.loop) {
      if isWanted() { socket.close() }
    }
  }
}
