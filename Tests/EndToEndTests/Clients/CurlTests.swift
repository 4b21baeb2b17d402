import Chatter
import TestSupport
import Testing

@Suite(.needs(.postgreSQL))
struct CurlTests {
  @Test func returnsALongRecordingSentAfter100Continue() async throws {
    let curl = Curl(server: try await ServerProcess())
    let files = try TemporaryDirectory()
    let clip = try await LongRecording.bytes(megabytesMin: 5, in: files)
    try #require(clip.count > 5_000_000)
    let body = try Curl.body(username: "ada", clip: clip, in: files)

    let posted = try await curl.call(
      "/postaudio/", options: ["--http1.1", "--verbose", "--data-binary", "@\(body)"])
    #expect(posted.trace.contains("> Expect: 100-continue"))
    #expect(posted.trace.contains("< HTTP/1.1 100 Continue"))
    #expect(posted.values == ["200"])
    #expect(posted.text == "{}")

    let list = try await curl.call("/getaudio/")
    let chatts = try ChattList(body: list.body[...]).chatts
    #expect(chatts.map(\.username) == ["ada"])
    #expect(try chatts.first?.audioBytes() == clip)
  }

  @Test func rejectsLargeBodiesBeforeTheyAreSent() async throws {
    let curl = Curl(
      server: try await ServerProcess(options: ["--body-bytes-max", "1MiB"]))
    let files = try TemporaryDirectory()
    let body = try files.write([UInt8](repeating: 0x20, count: 3 << 20), to: "large")
    let refused = try await curl.call(
      "/postaudio/", options: ["--http1.1", "--verbose", "--data-binary", "@\(body)"],
      wanting: ["http_code", "size_upload"])
    #expect(refused.trace.contains("> Expect: 100-continue"))
    #expect(!refused.trace.contains("100 Continue"))
    #expect(refused.values == ["413", "0"])
    #expect(
      refused.text == #"{"error":"the request body is longer than the limit of 1048576 bytes"}"#)
    // Without Expect, curl sees the response whether or not it has sent everything.
    let sent = try await curl.call(
      "/postaudio/", options: ["--http1.1", "--header", "Expect:", "--data-binary", "@\(body)"])
    #expect(sent.values == ["413"])
    #expect(sent.text == refused.text)
  }
}
