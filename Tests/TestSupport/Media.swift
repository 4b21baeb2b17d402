import Foundation
import System

/// Real recordings for tests, which ffmpeg makes on first use.
public enum Media {
  /// The file layouts of known recorders, and others that the standards allow.
  public enum Layout: String, CaseIterable, Sendable {
    /// `ftyp`, `mdat`, `moov`: AAC-LC, 12 kHz, mono, brand M4A, as AVAudioRecorder writes it.
    case iOS
    case iOSFaststart
    /// MediaRecorder of Android: brand mp42, 44.1 kHz; and 3GP at two rates.
    case android, android3GP, android3GPNarrow
    /// MediaRecorder of Safari: fragmented AAC; and other encodings of where the runs begin.
    case safari, safariBaseOffset, safariNoOffset, safariManyFragments
    /// Fragmented as for streaming, with `sidx`, `mfra` and an edit list.
    case dash
    /// MediaRecorder of Chromium: fragmented Opus.
    case chromium
    case opusProgressive, opusStereo
    case alac, alacStereo, alac96k
    case stereo, surround, tagged, hinted
    /// QuickTime's sound descriptions of version 1 (`wave`) and 2.
    case quickTime, quickTimeALAC, quickTime96k
    case chunkOffset64, mediaDataToEnd, mediaData64
    /// AudioToolbox: no edit list, priming and padding in a tag; and iTunes, with reserved space.
    case audioToolbox, audioToolbox12k, iTunes
    /// MediaRecorder of Android with a maximum duration of 15 minutes, and Media3: both reserve
    /// space for `moov`.
    case androidMaximum, media3
    /// HE-AAC, signalled hierarchically and backward compatibly, and with parametric stereo.
    case heAAC, heAACCompatible, heAACv2
  }

  /// Returns a clip of a layout; the same bytes for each call in one process.
  public static func clip(_ layout: Layout, seconds: Double = 1) throws -> [UInt8] {
    try cached("\(layout.rawValue) \(seconds)") {
      let recipe = recipe(layout)
      let encoded = try encode(recipe.arguments, muxer: recipe.muxer, seconds: seconds)
      return recipe.change(encoded)
    }
  }

  /// The samples after the sound, in the tags of AudioToolbox and iTunes.
  public static let tagPadding = 448

  /// The properties of a file, as ffprobe reports them.
  public struct Probe: Sendable {
    public var seconds: Double
    public var codec: String
    public var sampleRate: Int
    public var channels: Int
  }

  /// Returns the properties reported by ffprobe, which has its own parser.
  public static func probe(_ bytes: [UInt8]) throws -> Probe {
    let file = temporaryFile()
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(bytes).write(to: file)
    let output = try run(
      "ffprobe",
      [
        "-v", "error", "-select_streams", "a:0", "-of", "default=noprint_wrappers=1",
        "-show_entries", "format=duration:stream=codec_name,sample_rate,channels",
        file.path,
      ])
    var values: [Substring: Substring] = [:]
    for line in output.split(separator: "\n") {
      guard let equals = line.firstIndex(of: "=") else { continue }
      values[line[..<equals]] = line[line.index(after: equals)...]
    }
    return Probe(
      seconds: Double(values["duration"] ?? "") ?? -1, codec: String(values["codec_name"] ?? ""),
      sampleRate: Int(values["sample_rate"] ?? "") ?? -1,
      channels: Int(values["channels"] ?? "") ?? -1)
  }

  /// Returns the number of samples of each channel that ffmpeg decodes.
  public static func decodedSampleCount(_ bytes: [UInt8], channels: Int) throws -> Int {
    let file = temporaryFile()
    let sound = temporaryFile()
    defer { for made in [file, sound] { try? FileManager.default.removeItem(at: made) } }
    try Data(bytes).write(to: file)
    _ = try run(
      "ffmpeg",
      ["-nostdin", "-v", "error", "-i", file.path, "-f", "s16le", "-y", sound.path])
    return try Data(contentsOf: sound).count / (2 * channels)
  }

  /// The exit status of a tool that failed.
  public struct ToolFailed: Error {
    public var tool: String
    public var status: Int32
  }

  private final class Cache: Sendable {
    private let files = Lock<[String: [UInt8]]>([:])

    func file(_ key: String, make: () throws -> [UInt8]) throws -> [UInt8] {
      try files.withLock { files in
        if let file = files[key] { return file }
        let file = try make()
        files[key] = file
        return file
      }
    }
  }

  private static let cache = Cache()

  /// Makes bytes once per process; concurrent callers wait for the first one. Processes share what
  /// they made in the directory `CHATTERD_TEST_MEDIA`, if it is set.
  static func cached(_ key: String, make: () throws -> [UInt8]) throws -> [UInt8] {
    try cache.file(key) {
      guard let directory = ProcessInfo.processInfo.environment["CHATTERD_TEST_MEDIA"] else {
        return try make()
      }
      let file = URL(filePath: directory).appending(path: key)
      if let made = try? Data(contentsOf: file) { return [UInt8](made) }
      let made = try make()
      try Data(made).write(to: file, options: .atomic)
      return made
    }
  }

  /// Runs ffmpeg on a sine tone; the arguments select the codec. It does not add its own name,
  /// which the server would erase.
  static func encode(_ arguments: [String], muxer: String, seconds: Double) throws -> [UInt8] {
    let file = temporaryFile()
    defer { try? FileManager.default.removeItem(at: file) }
    let tone = "sine=frequency=440:sample_rate=48000:duration=\(seconds)"
    _ = try run(
      "ffmpeg",
      ["-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i", tone] + arguments
        + ["-fflags", "+bitexact", "-f", muxer, file.path])
    return [UInt8](try Data(contentsOf: file))
  }

  static func temporaryFile() -> URL {
    FileManager.default.temporaryDirectory.appendingPathComponent("media-\(UUID().uuidString)")
  }

  /// Runs a tool to its end, and returns its standard output.
  private static func run(_ tool: String, _ arguments: [String]) throws -> String {
    let output = temporaryFile()
    try Data().write(to: output)
    defer { try? FileManager.default.removeItem(at: output) }
    let environment = ProcessInfo.processInfo.environment.map { "\($0)=\($1)" }
    // Not Foundation's Process: while it looks for open descriptors it reads beyond a buffer, which
    // the address sanitizer reports.
    let process = try ProcessLaunch(
      arguments: [tool] + arguments, environment: environment, input: "/dev/null",
      output: output.path, errors: "/dev/null"
    ).start()
    var status: Int32 = 0
    while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
    guard status == 0 else { throw ToolFailed(tool: tool, status: status) }
    // Data(contentsOf:) leaks its buffer when a file is empty, as ffmpeg's output is.
    let written = try FileHandle(forReadingFrom: output).readToEnd() ?? Data()
    return String(decoding: written, as: UTF8.self)
  }
}
