import Chatter
import Foundation
import TestSupport
import Testing

@Suite(.needs(.postgreSQL))
struct HTTP2Tests {
  private static let fields = ["http_version", "http_code"]

  @Test func servesTheFourCallsAsOverHTTP11() async throws {
    let curl = Curl(server: try await ServerProcess())
    let files = try TemporaryDirectory()
    let clip = try Media.clip(.android)
    let body = try Curl.body(username: "bob", clip: clip, in: files)
    let hello = #"{"username":"ada","message":"hello"}"#
    let posted = try await curl.call(
      "/postchatt/", options: ["--http2", "--data", hello], wanting: Self.fields)
    #expect(posted.values == ["2", "200"])
    #expect(posted.text == "{}")
    let audio = try await curl.call(
      "/postaudio/", options: ["--http2", "--data-binary", "@\(body)"], wanting: Self.fields)
    #expect(audio.values == ["2", "200"])
    for path in ["/getchatts/", "/getaudio/"] {
      let new = try await curl.call(path, options: ["--http2"], wanting: Self.fields)
      let old = try await curl.call(path, options: ["--http1.1"], wanting: Self.fields)
      #expect(new.values == ["2", "200"])
      #expect(old.values == ["1.1", "200"])
      #expect(new.body == old.body)
      #expect(try ChattList(body: new.body[...]).chatts.map(\.username) == ["bob", "ada"])
    }
    let list = try await curl.call("/getaudio/", options: ["--http2"])
    #expect(try ChattList(body: list.body[...]).chatts.first?.audioBytes() == clip)
  }

  @Test func rejectsRequestsWithoutClosingTheConnection() async throws {
    let curl = Curl(
      server: try await ServerProcess(options: ["--body-bytes-max", "1MiB"]))
    let files = try TemporaryDirectory()
    let large = try files.write([UInt8](repeating: 0x20, count: 3 << 20), to: "large")
    let tooLarge = try await curl.call(
      "/postaudio/", options: ["--http2", "--data-binary", "@\(large)"], wanting: Self.fields)
    #expect(tooLarge.values == ["2", "413"])
    #expect(tooLarge.run.ending == .exited(0))
    #expect(
      tooLarge.text == #"{"error":"the request body is longer than the limit of 1048576 bytes"}"#)
    let long = try await curl.call(
      "/" + String(repeating: "a", count: 9000), options: ["--http2"], wanting: Self.fields)
    #expect(long.values == ["2", "414"])
    let several = try await curl.call(
      "/getchatts/", "/nothing", "/postchatt/", "/readyz", options: ["--http2"],
      wanting: ["http_code", "num_connects"])
    #expect(several.values == ["200", "1", "404", "0", "405", "0", "200", "0"])
    let head = try await curl.call("/getchatts/", options: ["--http2", "--head"])
    #expect(head.values == ["200"])
  }

  @Test(arguments: [1, 32])
  func respondsToAllRequestsOfH2load(streams: Int) async throws {
    let server = try await ServerProcess()
    let curl = Curl(server: server)
    for number in 1...20 {
      _ = try await curl.call(
        "/postchatt/",
        options: ["--http2", "--data", #"{"username":"ada","message":"\#(number)"}"#])
    }
    let run = try await ProgramRun(
      "h2load",
      ["-n", "2000", "-c", "8", "-m", "\(streams)", "\(server.url)/getchatts/"],
      within: hangTimeout
    ).checked()
    #expect(run.text.contains("2000 succeeded, 0 failed, 0 errored, 0 timeout"))
    #expect(run.text.contains("2000 2xx, 0 3xx, 0 4xx, 0 5xx"))
    #expect(try await server.stop() == .exited(0))
    #expect(!server.program.errors.contains(" error "))
  }
}
