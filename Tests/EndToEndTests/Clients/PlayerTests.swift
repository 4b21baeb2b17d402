import Foundation
import TestSupport
import Testing

/// ffmpeg as a player that seeks: it reads the index of a clip, and then from where it plays.
@Suite(.needs(.postgreSQL))
struct PlayerTests {
  private static let playedSeconds = 10

  /// Decodes the last seconds of a clip to 16-bit samples.
  private func decodeEnd(of clip: String, _ options: [String] = []) async throws -> ProgramRun {
    let start = LongRecording.seconds(megabytesMin: 4) - Self.playedSeconds
    return try await ProgramRun(
      "ffmpeg",
      ["-nostdin", "-v", "verbose"] + options
        + ["-ss", "\(start)", "-i", clip, "-ac", "1", "-ar", "8000", "-f", "s16le", "-"]
    ).checked()
  }

  // A clip with its index at the end, as phones record it, takes one more range.
  @Test(arguments: [false, true])
  func decodesTheEndOfAClipWithoutReadingAllOfIt(isIndexFirst: Bool) async throws {
    let server = try await ServerProcess()
    let files = try TemporaryDirectory()
    var clip = try await LongRecording.bytes(megabytesMin: 4, in: files)
    if isIndexFirst {
      let paths = (files.path(of: "long.m4a"), files.path(of: "first.m4a"))
      _ = try await ProgramRun(
        "ffmpeg",
        [
          "-nostdin", "-v", "error", "-i", paths.0, "-c", "copy", "-movflags", "+faststart",
          paths.1,
        ]
      ).checked()
      clip = try files.bytes(of: "first.m4a")
    }
    let post = #"{"username":"ann","audio":"\#(clip.base64)"}"#
    let posted = try await ProgramRun(
      "curl",
      [
        "--silent", "--cacert", server.certificate, "--json",
        "@\(try files.write(post, to: "post.json"))", "\(server.url)/v1/chatts",
      ]
    ).checked().text
    let path = try #require(posted.firstMatch(of: /"url":"([^"]+)"/)).output.1

    let streamed = try await decodeEnd(
      of: "\(server.url)\(path)", ["-tls_verify", "1", "-ca_file", server.certificate])
    let local = try await decodeEnd(of: files.write(clip, to: "clip.m4a"))
    #expect(streamed.output == local.output)
    #expect(abs(streamed.output.count / 2 - Self.playedSeconds * 8000) < 4000)
    let counts = streamed.errors.matches(of: /Statistics: ([0-9]+) bytes read/)
    let bytesRead = try #require(counts.compactMap { Int($0.1) }.max())
    #expect(bytesRead > 0 && bytesRead < clip.count / 2, "\(bytesRead) of \(clip.count)")
    #expect(try await server.stop() == .exited(0))
  }
}
