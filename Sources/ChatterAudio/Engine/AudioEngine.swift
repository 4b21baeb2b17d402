/// An audio backend that plays and records clips: GStreamer, or a silent engine on a test clock.
///
/// An engine makes no decisions. `AudioPlayer` and `AudioRecorder` decide what to do and call it.
public protocol AudioEngine: Sendable {
  /// Fails with `noSource`, `denied` or what else is wrong unless this process may use a source.
  func checkPermission() async throws(AudioError)

  /// Creates a playback of a clip's file: paused, at its start, with its duration known.
  ///
  /// Fails with `undecodable` if the bytes are not playable audio.
  func playback(of file: [UInt8]) async throws(AudioError) -> any AudioPlayback

  /// Starts a recording into a new file, or overwrites an existing one.
  ///
  /// Fails with `unsupported` for a sample rate that a clip cannot have. If the process ends at any
  /// time, the file is playable up to its last second.
  func recording(to path: String, _ settings: RecordingSettings) async throws(AudioError)
    -> any AudioRecording

  /// Turns the file of a recording that was not stopped into a clip, in place, without its
  /// incomplete end, and returns its duration.
  ///
  /// Fails with `undecodable` if nothing in the file is complete.
  @discardableResult
  func recoverRecording(at path: String) async throws(AudioError) -> Duration

  /// Returns the sound of a clip for transcription, decoded as it is read: 16-bit mono at 16 kHz.
  ///
  /// Fails with `undecodable` if the bytes are not audio. The stream fails with it later if the
  /// error is found only then; a stream that ends without an error is complete.
  func samples(of file: [UInt8]) async throws(AudioError) -> AsyncThrowingStream<[Int16], any Error>
}

/// A clip that is being played, or is about to be.
public protocol AudioPlayback: AnyObject, Sendable {
  /// The duration of the clip.
  var duration: Duration { get }

  /// The position of the pipeline, queried at each call and never estimated by a timer.
  var currentTime: Duration { get }

  /// The events of the playback; ends after `close`. Only one task reads it.
  var events: AsyncStream<PlaybackEvent> { get }

  /// The clip's sound while it plays, at its rate and before the volume: 16-bit mono at 16 kHz, in
  /// chunks of a tenth of a second; ends after `close`. Only one task reads it; a slow one does not
  /// delay the playback and loses the oldest sound. Without an implementation, it is empty.
  var samples: AsyncStream<[Int16]> { get }

  /// Starts or resumes playback at the current position.
  func play() async throws(AudioError)
  /// Pauses playback at the current position.
  func pause() async throws(AudioError)

  /// Seeks to a position, clamped to the clip. Playback continues or stays paused.
  func seek(to time: Duration) async throws(AudioError)

  /// Sets the playback rate, 0.5...3, with the pitch preserved.
  func setRate(_ rate: Double) async throws(AudioError)

  /// Sets the volume, 0...1.
  func setVolume(_ volume: Double)

  /// Releases the device; the playback cannot be used afterwards.
  func close()

  /// Returns when the device is released after `close`, or when the release times out.
  func whenClosed() async
}

extension AudioPlayback {
  public var samples: AsyncStream<[Int16]> { AsyncStream { $0.finish() } }
}

/// An event of a playback.
public enum PlaybackEvent: Equatable, Sendable {
  /// Playback reached the end of the clip.
  case ended
  case failed(AudioError)
}

/// A clip that is being recorded.
public protocol AudioRecording: AnyObject, Sendable {
  /// The duration recorded so far, from the position of the pipeline.
  var currentTime: Duration { get }

  /// The sound level, 0...1, ten times a second; ends with the recording, and fails with an
  /// `AudioError` if the recording fails. Only one task reads it.
  var levels: AsyncThrowingStream<Double, any Error> { get }

  /// The sound for transcription: 16-bit mono at 16 kHz, from the start of the recording to its
  /// end. Only one task reads it; a slow one does not delay the recording and loses the oldest
  /// sound. Without an implementation, it is empty.
  var samples: AsyncStream<[Int16]> { get }

  /// Whether the source has ended, as a file does.
  var hasSourceEnded: Bool { get }

  /// Stops the recording and returns the duration of the clip. The file is complete then and, if
  /// the disk has enough space, progressive (its index comes first).
  func stop() async throws(AudioError) -> Duration

  /// Releases the device without making the file progressive; written data remains.
  func close()

  /// Returns when the device is released after `close` or `stop`, or when the release times out.
  /// Nothing is written to the file afterwards.
  func whenClosed() async
}

extension AudioRecording {
  public var samples: AsyncStream<[Int16]> { AsyncStream { $0.finish() } }
}

/// How a clip is recorded: AAC, mono, in MPEG-4.
public struct RecordingSettings: Equatable, Sendable {
  /// The valid sample rates in Hz, in ascending order: all AAC sample rates from 8 to 48 kHz
  /// (ISO/IEC 14496-3, 1.6.3.4).
  public static let sampleRates = [
    8_000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000,
  ]

  /// The sample rate in Hz; the labs' iOS front end records at 12 kHz.
  public var sampleRate = 12_000

  /// Throws an error that names the valid rates for a sample rate that a clip cannot have.
  func check() throws(AudioError) {
    guard !Self.sampleRates.contains(sampleRate) else { return }
    throw .unsupported(
      "the sample rate must be one of \(Self.sampleRates.map(String.init).joined(separator: ", "))"
        + " Hz, not \(sampleRate)")
  }

  /// Creates settings with a sample rate in Hz; recorders accept those in ``sampleRates``.
  public init(sampleRate: Int = 12_000) {
    self.sampleRate = sampleRate
  }
}
