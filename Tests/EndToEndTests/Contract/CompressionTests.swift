import Foundation
import TestSupport
import Testing

@Suite(.needs(.postgreSQL), .served("--body-bytes-max", "64KiB"))
struct CompressionTests {
  @Test(arguments: ["/getchatts/", "/getaudio"])
  func servesListsInEachCodingWithTheSameFieldsForHEAD(target: String) async throws {
    let server = try await ServerProcess()
    #expect(try await server.response(to: .text("ada", "héllo")).status == 200)
    #expect(
      try await server.response(to: .clip("bob", try Clips.clip(of: 3))).status == 200)
    let curl = Curl(server: server)
    let plain = try await curl.call(target)
    #expect(plain.text.hasPrefix(#"[["bob","#) && plain.text.contains("héllo"))
    for (accept, coding) in [
      ("gzip", "gzip"), ("gzip, deflate, br, zstd", "gzip"), ("deflate", nil),
      ("br, gzip;q=0", nil), ("*", "gzip"),
    ] {
      let options = ["--compressed", "--header", "Accept-Encoding: \(accept)"]
      let coded = try await curl.call(target, options: options)
      #expect(coded.body == plain.body)
      let get = WireRequest.get(target).with(fields: "Accept-Encoding: \(accept)")
      var head = get
      head.method = "HEAD"
      let (got, asked) = (try await server.response(to: get), try await server.response(to: head))
      #expect(got.field("Content-Encoding") == coding && got.field("Vary") == "Accept-Encoding")
      for name in ["Content-Encoding", "ETag", "Vary", "Content-Type", "Content-Length"] {
        #expect(got.field(name) == asked.field(name), "\(name)")
      }
    }
    #expect(try await server.stop() == .exited(0))
  }

  @Test func sendsThePageInBrotliOnceItIsMade() async throws {
    let server = try ServerProcess.required()
    let curl = Curl(server: server)
    let plain = try await curl.call("/")
    try await eventually {
      let page = WireRequest.get("/").with(fields: "Accept-Encoding: br")
      return try await server.response(to: page).field("Content-Encoding") == "br"
    }
    let options = ["--compressed", "--header", "Accept-Encoding: br"]
    #expect(try await curl.call("/", options: options).body == plain.body)
  }

  private static func coded(_ json: String) async throws -> [UInt8] {
    try await ProgramRun("gzip", ["-c"], input: Array(json.utf8)).checked().output
  }

  @Test(arguments: ["gzip", "x-gzip", "identity"])
  func acceptsCompressedPosts(coding: String) async throws {
    let name = uniqueName()
    let json = #"{"username":"\#(name)","message":"compressed"}"#
    let body = coding == "identity" ? Array(json.utf8) : try await Self.coded(json)
    try await ServerProcess.required().withClient { client async throws in
      let post = WireRequest.post("/postchatt/", body).with(fields: "Content-Encoding: \(coding)")
      #expect(try await client.response(to: post).status == 200)
      #expect(try await client.rows(by: name).map { $0[1] } == ["compressed"])
    }
  }

  @Test func rejectsUnknownCodingsAndInvalidData() async throws {
    let name = uniqueName()
    let json = #"{"username":"\#(name)","message":"m"}"#
    let gzip = try await Self.coded(json)
    try await ServerProcess.required().withClient { client async throws in
      for coding in ["br", "deflate", "gzip, gzip", "nonsense"] {
        let post = WireRequest.post("/postchatt/", json)
          .with(fields: "Content-Encoding: \(coding)")
        let response = try await client.response(to: post)
        #expect(response.status == 415)
        #expect(response.field("Accept-Encoding")?.contains("gzip") == true)
        #expect(try !response.errorMessage().isEmpty)
      }
      for body in [Array(json.utf8), Array(gzip.dropLast()), gzip + [0], []] {
        let post = WireRequest.post("/postchatt/", body).with(fields: "Content-Encoding: gzip")
        #expect(try await client.response(to: post).status == 400)
      }
      #expect(try await client.rows(by: name).isEmpty, "and the connection is usable")
    }
  }
}
