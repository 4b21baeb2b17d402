import System

/// The MPRIS object on a bus: what panels show, and the commands that they send, on any thread.
final class BusObject: Sendable {
  private static let commandsMax = 64

  let commands: AsyncStream<MediaCommand>
  let state = Lock((media: MediaState(), isClosed: false))
  private let identity: String
  private let continuation: AsyncStream<MediaCommand>.Continuation

  /// Creates the object of a player with a name for people.
  init(identity: String) {
    self.identity = identity
    (commands, continuation) = AsyncStream.makeStream(
      bufferingPolicy: .bufferingNewest(Self.commandsMax))
  }

  func take(_ command: MediaCommand) { continuation.yield(command) }

  func property(_ name: String, of interface: String) -> BusValue? {
    let state = state.withLock { $0.media }
    return interface == MPRISInterface.root
      ? MPRISInterface.rootProperties(state, identity: identity)[name]
      : MPRISInterface.properties(state)[name]
  }

  /// Ends the commands; returns false if they had ended before.
  @discardableResult
  func close() -> Bool {
    continuation.finish()
    return state.withLock { state in
      defer { state.isClosed = true }
      return !state.isClosed
    }
  }
}
