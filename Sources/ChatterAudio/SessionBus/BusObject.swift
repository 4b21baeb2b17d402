import EventLoop

/// The MPRIS object on a bus: the state that panels show, and the commands that they send.
///
/// The connection calls it on its thread, and the controls on any other.
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

  /// Calls a method; returns false if there is no such method.
  func call(_ method: String, _ arguments: [BusValue]) -> Bool {
    take(MPRISInterface.command(method: method, arguments))
  }

  /// Sets a property; returns false if it cannot have that value.
  func set(_ property: String, _ value: BusValue) -> Bool {
    take(MPRISInterface.command(property: property, value))
  }

  private func take(_ command: MediaCommand?) -> Bool {
    guard let command else { return false }
    continuation.yield(command)
    return true
  }

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
