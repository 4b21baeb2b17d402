import Chatter
import Foundation
import TestSupport
import Testing

@Suite(.needs(.postgreSQL))
struct CurlTests {
  private let hello = ["--data", #"{"username":"ada","message":"hello"}"#]

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

  @Test func acceptsChunkedBodiesOfUnknownLength() async throws {
    let curl = Curl(server: try await ServerProcess())
    let clip = try Media.clip(.android)
    let files = try TemporaryDirectory()
    let body = try [UInt8](
      Data(contentsOf: URL(filePath: Curl.body(username: "bob", clip: clip, in: files))))
    let posted = try await curl.call(
      "/postaudio/",
      options: [
        "--http1.1", "--verbose", "--header", "Transfer-Encoding: chunked", "--request", "POST",
        "--upload-file", "-",
      ], input: body)
    #expect(posted.trace.lowercased().contains("> transfer-encoding: chunked"))
    #expect(!posted.trace.lowercased().contains("> content-length"))
    #expect(posted.values == ["200"])
    let list = try await curl.call("/getaudio/")
    #expect(try ChattList(body: list.body[...]).chatts.first?.audioBytes() == clip)
  }

  @Test func closesHTTP10ConnectionsAfterTheResponse() async throws {
    let curl = Curl(server: try await ServerProcess())
    let posted = try await curl.call(
      "/postchatt", options: ["--http1.0", "--include"] + hello)
    #expect(posted.values == ["200"])
    #expect(posted.text.contains("\r\nConnection: close\r\n"))
    let list = try await curl.call(
      "/getchatts", "/getchatts", options: ["--http1.0"], wanting: ["http_code", "num_connects"])
    #expect(list.values == ["200", "1", "200", "1"])
    #expect(try ChattList(body: list.body[...]).chatts.map(\.message) == ["hello"])
  }

  @Test func respondsToHEADLikeGETWithoutBody() async throws {
    let curl = Curl(server: try await ServerProcess())
    _ = try await curl.call("/postchatt/", options: hello)
    let list = try await curl.call("/getchatts/")
    let head = try await curl.call("/getchatts/", options: ["--head"])
    #expect(head.values == ["200"])
    #expect(head.text.lowercased().contains("\r\ncontent-length: \(list.body.count)\r\n"))
    #expect(head.text.hasSuffix("\r\n\r\n"))
  }

  @Test func servesSeveralURLsAndErrorsOnOneConnection() async throws {
    let curl = Curl(server: try await ServerProcess())
    let outcome = try await curl.call(
      "/getchatts/", "/nothing", "/postchatt/", "/getaudio", "/readyz",
      wanting: ["http_code", "num_connects"])
    #expect(outcome.values == ["200", "1", "404", "0", "405", "0", "200", "0", "200", "0"])
    #expect(outcome.run.ending == .exited(0))
  }

  @Test func storesParallelPostsOnce() async throws {
    let curl = Curl(server: try await ServerProcess())
    let files = try TemporaryDirectory()
    let posts = (1...30).map { number in
      let body = #"{\"username\":\"ada\",\"message\":\"\#(number)\"}"#
      return "url = \"\(curl.server.url)/postchatt/\"\noutput = \"/dev/null\"\ndata = \"\(body)\"\n"
        + "cacert = \"\(curl.server.certificate)\"\nwrite-out = \"%{http_code} \"\n"
    }
    let config = try files.write(posts.joined(separator: "next\n"), to: "curlrc")
    let run = try await ProgramRun(
      "curl", ["--disable", "--silent", "--parallel", "--parallel-immediate", "--config", config])
    #expect(run.text.split(separator: " ") == [Substring](repeating: "200", count: 30))
    let list = try await curl.call("/getchatts/")
    let messages = try ChattList(body: list.body[...]).chatts.compactMap(\.message)
    #expect(Set(messages) == Set((1...30).map(String.init)))
    #expect(messages.count == 30)
  }

  @Test func survivesAClientThatRefusesALargeList() async throws {
    let curl = Curl(server: try await ServerProcess())
    _ = try await curl.call("/postchatt/", options: hello)
    let refused = try await curl.call("/getchatts/", options: ["--max-filesize", "10"])
    // CURLE_FILESIZE_EXCEEDED: the length was announced, so nothing had to be read.
    #expect(refused.run.ending == .exited(63))
    #expect(refused.body.isEmpty)
    #expect(try await curl.call("/getchatts/").values == ["200"])
  }

  @Test func sendsCompressedListsThatCurlDecodes() async throws {
    let curl = Curl(server: try await ServerProcess())
    _ = try await curl.call("/postchatt/", options: hello)
    let plain = try await curl.call("/getchatts/")
    let compressed = try await curl.call("/getchatts/", options: ["--compressed", "--verbose"])
    #expect(compressed.trace.contains("ccept-") || compressed.trace.contains("ccept-Encoding"))
    #expect(compressed.body == plain.body)
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
