import System

/// The GStreamer engine, the counterpart of AVFoundation on Linux.
///
/// Each playback and each recording is a pipeline controlled by its own thread, so that no caller
/// blocks on a device.
public final class GStreamerEngine: AudioEngine {
  /// The input of recordings.
  public let source: AudioSource
  /// The output of playbacks.
  public let sink: AudioSink
  /// How the devices treat the sound.
  public let session: AudioSession
  private let tape = Lock<WAVFile?>(nil)

  /// Creates an engine without opening anything; a missing device is reported at first use.
  public init(
    source: AudioSource = .default, sink: AudioSink = .default,
    session: AudioSession = AudioSession()
  ) {
    (self.source, self.sink, self.session) = (source, sink, session)
  }

  public func checkPermission() async throws(AudioError) {
    try await GStreamer.start()
    try await SystemThread.run("chatter-probe", within: PipelineThread.jobTimeout) {
      [source] () throws(AudioError) in
      try PipelineEnd(source).probe()
    }
  }

  public func playback(of file: [UInt8]) async throws(AudioError) -> any AudioPlayback {
    try await GStreamerPlayback(file, to: sink, tape: currentTape(), session)
  }

  public func recording(
    to path: String, _ settings: RecordingSettings
  ) async throws(AudioError) -> any AudioRecording {
    try await GStreamerRecording(to: path, from: source, settings, session)
  }

  @discardableResult
  public func recoverRecording(at path: String) async throws(AudioError) -> Duration {
    try await SystemThread.run("chatter-recover") { () throws(AudioError) in
      try ProgressiveFile.finish(path)
    }
  }

  public func samples(of file: [UInt8]) async throws(AudioError) -> AsyncThrowingStream<
    [Int16], any Error
  > {
    let samples = try await ClipSamples(of: file)
    return AsyncThrowingStream { try await samples.next() }
  }

  private func currentTape() throws(AudioError) -> WAVFile? {
    guard case .file(let path, _) = sink else { return nil }
    return try tape.withLock { (tape) throws(AudioError) in
      if let tape { return tape }
      let begun = try WAVFile(path)
      tape = begun
      return begun
    }
  }
}

/// An audio input.
public enum AudioSource: Equatable, Sendable {
  /// The first of PulseAudio, PipeWire and ALSA that is available, with its default device.
  case `default`
  /// A source of the PulseAudio server, by its PulseAudio name.
  case pulse(device: String? = nil)
  case pipewire
  /// An ALSA device such as `hw:0`.
  case alsa(device: String? = nil)
  /// A sine tone, for machines without a microphone; the frequency is in Hz, the volume 0...1.
  case tone(frequency: Double, volume: Double = 0.8)
  /// The sound in a file, at playback speed.
  case file(String)
}

/// An audio output.
public enum AudioSink: Equatable, Sendable {
  /// The first of PulseAudio, PipeWire and ALSA that is available, with its default device.
  case `default`
  /// A sink of the PulseAudio server, by its PulseAudio name.
  case pulse(device: String? = nil)
  case pipewire
  /// An ALSA device such as `hw:0`.
  case alsa(device: String? = nil)
  /// A WAV file (16-bit mono at 48 kHz) that receives everything one engine plays, in sequence.
  ///
  /// In real time, it is written at playback speed; otherwise, as fast as possible.
  case file(String, inRealTime: Bool = true)
  /// Keeps time as a device does, without sound.
  case silent
}
