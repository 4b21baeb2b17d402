/// What `TLSEngine.next` has found in the bytes received so far.
public enum TLSEvent: Sendable, Equatable {
  /// Comes once, before all else.
  case handshakeFinished(TLSSessionFacts)
  /// So many bytes, at least one, were appended to the caller's buffer.
  case bytes(Int)
  /// The peer's close_notify has come: it will send nothing more.
  case closed
  case needsMoreBytes
}
