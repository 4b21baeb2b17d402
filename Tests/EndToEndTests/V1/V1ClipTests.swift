import Foundation
import TestSupport
import Testing

/// Single chatts and their clips over a TLS socket, with curl.
@Suite(.needs(.postgreSQL)) struct V1ClipTests {
  private func curl(_ words: [String], _ server: ServerProcess) async throws -> ProgramRun {
    try await ProgramRun(
      "curl", ["--silent", "--cacert", server.certificate] + words, within: hangTimeout)
  }

  /// The id of the only chatt of a list.
  private func id(_ server: ServerProcess) async throws -> String {
    let list = try await curl(["\(server.url)/getchatts/"], server).text
    return try #require(
      list.firstMatch(of: /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/)
    ).output.0.description
  }

  @Test(arguments: ["--http1.1", "--http2"])
  func servesClipsWithRanges(version: String) async throws {
    let server = try await ServerProcess()
    let clip = try Media.clip(.iOS, seconds: 60)
    let body =
      #"{"username":"ann","message":"hi","audio":"\#(Data(clip).base64EncodedString())"}"#
    #expect(try await server.response(to: .post("/postaudio/", body)).status == 200)
    let id = try await id(server)
    let url = "\(server.url)/v1/audio/\(id).m4a"

    let chatt = try await curl([version, "\(server.url)/v1/chatts/\(id)"], server).text
    #expect(chatt.contains(#""bytes":\#(clip.count),"#) && chatt.contains(#""codec":"aac-lc""#))
    let files = try TemporaryDirectory()
    let saved = files.path(of: "tag")
    #expect(try await curl([version, "--etag-save", saved, url], server).output == clip)
    let unchanged = try await curl(
      [version, "--etag-compare", saved, "--write-out", "%{http_code}", url], server)
    #expect(unchanged.text == "304")
    let tag = String(decoding: try files.bytes(of: "tag"), as: UTF8.self).filter { $0 != "\n" }
    // AVPlayer probes with two bytes, then asks for the rest; browsers ask for everything.
    for (range, expected) in [
      ("0-1", Array(clip[..<2])), ("0-", clip), ("2-\(clip.count - 1)", Array(clip[2...])),
      ("-7", Array(clip.suffix(7))),
    ] {
      let run = try await curl(
        [version, "--range", range, "--header", "If-Range: \(tag)", url], server)
      #expect(run.output == expected, "\(range)")
    }
    let head = try await curl([version, "--head", url], server).text.lowercased()
    #expect(head.contains("content-length: \(clip.count)") && head.contains("accept-ranges: bytes"))
    let beyond = try await curl(
      [version, "--range", "\(clip.count)-", "--write-out", "%{http_code}", url], server)
    #expect(beyond.text.hasSuffix("416"))
    #expect(try await server.stop() == .exited(0))
  }
}
