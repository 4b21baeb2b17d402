import Foundation
import TestSupport
import Testing

@Suite(.needs(.postgreSQL), .served())
struct ArrivalsTests {
  @Test(arguments: Arrival.all)
  func returnsEveryAcceptedPostUnchanged(_ arrival: Arrival) async throws {
    let name = uniqueName()
    let request = try arrival.request(name)
    let (response, rows) = try await ServerProcess.required().withClient { client in
      (
        try await client.response(to: request), try await client.rows(by: name, "/getaudio/")
      )
    }
    #expect(response.status == 200)
    #expect(response.text == "{}")
    #expect(rows.map { $0[1]?.utf8.map(\.self) } == [arrival.message?.utf8.map(\.self)])
    #expect(rows.map { $0[4] } == [try arrival.audio()?.base64])
  }

  @Test func acceptsPostsSentByteByByte() async throws {
    let name = uniqueName()
    let bytes = WireRequest.text(name).bytes
    try await ServerProcess.required().withClient { client in
      for byte in bytes { try await client.send([byte]) }
      #expect(try await client.response()?.text == "{}")
      #expect(try await client.rows(by: name).count == 1)
    }
  }

  @Test func closesHTTP10ConnectionsWithoutKeepAlive() async throws {
    var request = WireRequest.get("/getchatts/")
    request.version = "HTTP/1.0"
    request.fields = []
    let bytes = request.bytes
    try await ServerProcess.required().withClient { client in
      try await client.send(bytes)
      #expect(try await client.response()?.status == 200)
      #expect(try await client.isAtEnd())
    }
  }
}

/// A separate server, so that the lists of other suites stay short.
@Suite(.needs(.postgreSQL), .served())
struct LongArrivalsTests {
  /// curl sends this expectation from 1 MiB on.
  @Test func acceptsBodiesThatWaitFor100Continue() async throws {
    let name = uniqueName()
    let clip = try Clips.clip(with: [UInt8](repeating: 1, count: 1 << 20))
    var request = WireRequest.clip(name, clip)
    request.fields.append("Expect: 100-continue")
    let (head, body) = (request.head, request.body ?? [])
    try await ServerProcess.required().withClient { client in
      try await client.send(head)
      #expect(try await client.response()?.status == 100)
      try await client.send(body)
      #expect(try await client.response()?.text == "{}")
      let rows = try await client.rows(by: name, "/getaudio")
      #expect(rows.map { $0[4] } == [clip.base64])
    }
  }

  @Test func returnsLongClipsInChunkedLists() async throws {
    let name = uniqueName()
    let clips = try (1...6).map { number in
      try Clips.clip(with: [UInt8](repeating: UInt8(number), count: 1_000_000 + number))
    }
    try await ServerProcess.required().withClient { client in
      for clip in clips { #expect(try await client.response(to: .clip(name, clip)).status == 200) }
      let response = try await client.response(to: .get("/getaudio/"))
      #expect(response.field("Transfer-Encoding") == "chunked")
      let rows = try response.rows().filter { $0[0] == name }
      #expect(rows.map { $0[4] } == clips.reversed().map(\.base64))
    }
  }
}
