/// What plays clips and records them: GStreamer, or a silent one on a test clock.
///
/// An engine decides nothing: `AudioPlayer` and `AudioRecorder` do, and ask it.
public protocol AudioEngine: Sendable {
  /// Whether there is a source to record from, and this process may use it.
  func recordPermission() async -> RecordPermission

  /// Makes a playback of a clip's file: paused, at its start, its duration known.
  ///
  /// Fails with `undecodable` where the bytes are no audio that can be played.
  func playback(of file: [UInt8]) async throws(AudioError) -> any AudioPlayback

  /// Begins to record into a new file, or one that is overwritten.
  ///
  /// Fails with `unsupported` for a sample rate that no clip may have.
  /// What is written is playable to within the last second at each moment, whatever ends the process.
  func recording(to path: String, _ settings: RecordingSettings) async throws(AudioError)
    -> any AudioRecording

  /// Makes a clip of what a recording has left that was not stopped: all but what was cut off, in
  /// place.
  ///
  /// Fails with `undecodable` where nothing of it is whole.
  ///
  /// - Returns: how long the clip is.
  @discardableResult
  func recoverRecording(at path: String) async throws(AudioError) -> Duration

  /// The sound of a clip for whoever transcribes it, decoded as it is read: 16-bit mono at 16 kHz.
  ///
  /// Fails with `undecodable` where the bytes are no audio, and later where it is known only then: what
  /// ends without an error is whole.
  func samples(of file: [UInt8]) async throws(AudioError) -> AsyncThrowingStream<[Int16], any Error>
}

/// A clip that is being played, or is about to be.
public protocol AudioPlayback: AnyObject, Sendable {
  /// How long the clip is.
  var duration: Duration { get }

  /// Where the pipeline stands, asked at each call: never counted by a timer.
  var currentTime: Duration { get }

  /// What happens to it; ends after `close`. One task reads it.
  var events: AsyncStream<PlaybackEvent> { get }

  /// Plays on from where the head is.
  func play() async throws(AudioError)
  /// Holds the head where it is.
  func pause() async throws(AudioError)

  /// Goes to an instant of the clip, which it clamps to the clip; playing or paused as it was.
  func seek(to time: Duration) async throws(AudioError)

  /// How fast, 0.5...3, with the pitch kept.
  func setRate(_ rate: Double) async throws(AudioError)

  /// How loud, 0...1.
  func setVolume(_ volume: Double)

  /// Has the device given back; nothing can be asked after it.
  func close()

  /// Returns when the device has been given back after `close`, or does not come back in time.
  func whenClosed() async
}

/// What a playback tells of itself.
public enum PlaybackEvent: Equatable, Sendable {
  /// The end of the clip has been heard.
  case ended
  case failed(AudioError)
}

/// A clip that is being recorded.
public protocol AudioRecording: AnyObject, Sendable {
  /// How much has been recorded, by the pipeline's position.
  var currentTime: Duration { get }

  /// How loud it is, 0...1, ten a second; ends with the recording. One task reads it.
  var levels: AsyncStream<Double> { get }

  /// Whether its source has come to an end, as that of a file does.
  var hasSourceEnded: Bool { get }

  /// What goes wrong meanwhile; ends with the recording. One task reads it.
  var failures: AsyncStream<AudioError> { get }

  /// Ends the recording: the file is complete when this returns, and, where there is room for that,
  /// progressive (its index first).
  ///
  /// - Returns: how long the clip is.
  func stop() async throws(AudioError) -> Duration

  /// Has the device given back without making the file progressive; what is written stays.
  func close()

  /// Returns when the device has been given back after `close` or `stop`, or does not come back in
  /// time: nothing is written into the file after it.
  func whenClosed() async
}

/// Whether a recording can be begun.
public enum RecordPermission: Equatable, Sendable {
  case granted
  /// There is no source of sound.
  case noSource
  /// There is one, and it may not be used; the sentence says why.
  case denied(String)
  /// It cannot be known, or nothing can be recorded for another reason.
  case failed(AudioError)
}

/// How a clip is recorded: AAC, mono, in MPEG-4.
public struct RecordingSettings: Equatable, Sendable {
  /// What a sample rate may be, in Hz, the lowest first: AAC has no others between 8 and 48 kHz
  /// (ISO/IEC 14496-3, 1.6.3.4).
  public static let sampleRates = [
    8_000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000,
  ]

  /// In Hz; the labs' iOS front end records at 12 kHz.
  public var sampleRate = 12_000

  /// The one of ``sampleRates`` that comes next to the sample rate.
  public var nearestSampleRate: Int {
    Self.sampleRates.min {
      $0.distance(to: clamped).magnitude < $1.distance(to: clamped).magnitude
    } ?? 12_000
  }

  private var clamped: Int { min(max(sampleRate, 0), 1_000_000) }

  /// Fails for a sample rate that no clip may have; the sentence names the one to take.
  func check() throws(AudioError) {
    guard !Self.sampleRates.contains(sampleRate) else { return }
    throw .unsupported(
      "a clip is recorded at \(Self.sampleRates.map(String.init).joined(separator: ", ")) Hz,"
        + " not at \(sampleRate): take \(nearestSampleRate)")
  }

  /// At a sample rate in Hz; a recorder refuses one that is not in ``sampleRates``.
  public init(sampleRate: Int = 12_000) {
    self.sampleRate = sampleRate
  }
}
