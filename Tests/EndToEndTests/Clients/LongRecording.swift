import TestSupport

/// A recording of several megabytes: stereo noise, which AAC cannot compress well.
enum LongRecording {
  /// The duration of such a recording: 256 kbit/s are 32,000 bytes a second.
  static func seconds(megabytesMin: Int) -> Int { megabytesMin * 1_000_000 / 32_000 + 20 }

  static func bytes(megabytesMin: Int, in files: TemporaryDirectory) async throws -> [UInt8] {
    let seconds = Self.seconds(megabytesMin: megabytesMin)
    _ = try await ProgramRun(
      "ffmpeg",
      [
        "-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i",
        "anoisesrc=amplitude=0.5:sample_rate=44100:duration=\(seconds)", "-ac", "2", "-c:a", "aac",
        "-aac_coder", "fast", "-b:a", "256k", "-fflags", "+bitexact",
        files.path(of: "long.m4a"),
      ]
    ).checked()
    return try files.bytes(of: "long.m4a")
  }
}
