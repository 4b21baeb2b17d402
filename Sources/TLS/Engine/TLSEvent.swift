/// The event that `TLSEngine.next` found in the bytes received so far.
public enum TLSEvent: Sendable, Equatable {
  /// The handshake is finished. This event occurs once, before all others.
  case handshakeFinished(TLSSessionFacts)
  /// A number of bytes, at least one, were appended to the caller's buffer.
  case bytes(Int)
  /// The peer's close_notify was received: it will send nothing more.
  case closed
  case needsMoreBytes
}
