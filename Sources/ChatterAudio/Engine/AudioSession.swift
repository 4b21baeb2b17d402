/// How the devices treat the sound of this program, for spoken audio by default: the counterpart of
/// the labs' audio session.
public struct AudioSession: Equatable, Sendable {
  /// The kind of sound, from which a sound server decides what to route where and what to pause.
  public enum Role: Equatable, Sendable {
    /// Speech between people: `phone` for PulseAudio, `Communication` for PipeWire.
    case voice
    /// Anything else that is listened to: `music`, `Music`.
    case music
  }

  /// The role of the streams; nil leaves it to the sound server.
  public var role: Role?
  /// The length of the device's buffer; nil leaves it to the device. A short buffer reacts sooner,
  /// and a long one survives a busy processor.
  public var latency: Duration?

  /// Creates a session, for speech and with the device's latency unless told otherwise.
  public init(role: Role? = .voice, latency: Duration? = nil) {
    (self.role, self.latency) = (role, latency)
  }
}
