import TestSupport
import Testing

@testable import HTTP

struct HTTP2SessionExchangeTests {
  private let talk = Conversation()

  @Test func reportsAResetAfterTheResponseAsARefusal() throws {
    let ids = (0..<2).map { _ in talk.peer.request() }
    talk.run()
    for id in ids { try talk.respond(to: id, "ok") }
    talk.run()
    talk.receive(RawFrame.frame(3, stream: UInt32(ids[0]), [0, 0, 0, 8]))
    #expect(talk.events.suffix(3) == ["streamEnded 1", "streamEnded 3", "streamRefused 1"])
    #expect(!talk.isClosed)
  }

  @Test func sendsTheLengthButNoBodyInResponseToHEAD() throws {
    let id = talk.begun("HEAD")
    try talk.respond(to: id, "12345")
    #expect(!talk.session.needsResponseBody(on: id))
    talk.run()
    #expect(talk.peer.responses[id]?.fields["content-length"] == "5")
    #expect(talk.peer.responses[id]?.body == [])
    #expect(talk.peer.responses[id]?.isEnded == true)
  }

  @Test(arguments: [Status.noContent, .notModified])
  func sendsNeitherBodyNorLengthWith204And304(status: Status) throws {
    let id = talk.begun()
    try talk.respond(to: id, "never", status)
    talk.run()
    #expect(talk.peer.responses[id]?.fields["content-length"] == nil)
    #expect(talk.peer.responses[id]?.body == [])
    #expect(talk.peer.responses[id]?.isEnded == true)
  }

  @Test func replacesAnInformationalStatusBy500() throws {
    let id = talk.begun()
    try talk.respond(to: id, "", Status(103, "Early Hints"))
    talk.run()
    #expect(talk.peer.responses[id]?.status == 500)
  }

  @Test func sendsFieldsInLowerCase() throws {
    let id = talk.begun()
    let fields: HeaderFields = ["Cache-Control": "no-cache", "X-B": "B b"]
    try talk.session.respond(
      with: Response(.ok, fields: fields, body: .bytes([1])), on: id, secondsSince1970: 1)
    talk.run()
    #expect(
      talk.peer.responses[id]?.fields == [
        "content-length": "1", "date": "Thu, 01 Jan 1970 00:00:01 GMT",
        "cache-control": "no-cache", "x-b": "B b",
      ])
  }

  @Test func reportsAStreamAsWritableWhenItsWindowOpens() throws {
    let talk = Conversation(settings: [(4, 10)], opensWindows: false)
    let id = talk.begun()
    try talk.session.respond(with: streamed(nil), on: id, secondsSince1970: 0)
    talk.run()
    #expect(talk.session.needsResponseBody(on: id))
    #expect(talk.session.isWritable(on: id))
    try talk.session.write(Array("0123456789abcdef".utf8)[...], on: id)
    #expect(!talk.session.isWritable(on: id))
    talk.run()
    #expect(talk.peer.responses[id]?.text == "0123456789")
    #expect(talk.session.unsentBytes(on: id) == 6)
    #expect(talk.events == ["request 1"])
    talk.peer.consume(10, of: id)
    talk.run()
    #expect(talk.peer.responses[id]?.text == "0123456789abcdef")
    #expect(talk.events == ["request 1", "writable 1"])
    try talk.session.finish(on: id)
    talk.run()
    #expect(talk.peer.responses[id]?.isEnded == true)
    #expect(talk.peer.responses[id]?.fields["content-length"] == nil)
    #expect(talk.peer.responses[id]?.closeCode == 0)
  }

  @Test(arguments: ["GET", "HEAD"])
  func sendsABodyOfSeveralSlices(method: String) throws {
    let talk = Conversation(settings: [(4, 1 << 20)])
    let id = talk.begun(method)
    let slices = (UInt8(0)..<40).map { [UInt8](repeating: $0, count: Int($0) * 500)[...] }
    try talk.session.respond(
      with: Response(.ok, body: .slices(slices)), on: id, secondsSince1970: 0)
    talk.run()
    #expect(talk.peer.responses[id]?.body == (method == "GET" ? Array(slices.joined()) : []))
    #expect(talk.peer.responses[id]?.fields["content-length"] == "390000")
    #expect(talk.peer.responses[id]?.isEnded == true)
  }

  @Test func sendsAStreamedBodyOfKnownLength() throws {
    let id = talk.begun()
    try talk.session.respond(with: streamed(200_000), on: id, secondsSince1970: 0)
    for index in 0..<8 {
      try talk.session.write([UInt8](repeating: UInt8(index), count: 25_000)[...], on: id)
      talk.run()
    }
    try talk.session.finish(on: id)
    talk.run()
    let response = try #require(talk.peer.responses[id])
    #expect(response.fields["content-length"] == "200000")
    #expect(response.body.count == 200_000)
    #expect(response.body.indices.allSatisfy { response.body[$0] == UInt8($0 / 25_000) })
    #expect(response.isEnded)
  }

  @Test func resetsAStreamWhoseResponseLengthIsWrong() throws {
    let long = talk.begun()
    try talk.session.respond(with: streamed(3), on: long, secondsSince1970: 0)
    #expect(throws: ResponseError.bodyLongerThanAnnounced) {
      try talk.session.write([1, 2, 3, 4], on: long)
    }
    let short = talk.begun()
    try talk.session.respond(with: streamed(3), on: short, secondsSince1970: 0)
    try talk.session.write([1], on: short)
    #expect(throws: ResponseError.bodyShorterThanAnnounced) {
      try talk.session.finish(on: short)
    }
    talk.run()
    for id in [long, short] {
      #expect(talk.peer.responses[id]?.closeCode == HTTP2ErrorCode.internalError.rawValue)
    }
    #expect(talk.events.filter { $0.hasSuffix("cut") }.count == 2)
  }

  @Test func rejectsASecondResponseAndOneAfterTheEnd() throws {
    let id = talk.begun()
    try talk.session.respond(with: streamed(nil), on: id, secondsSince1970: 0)
    #expect(throws: ResponseError.noResponseExpected) { try talk.respond(to: id, "") }
    talk.peer.reset(id)
    talk.run()
    #expect(talk.events == ["request 1", "streamEnded 1 cut"])
    #expect(throws: ResponseError.streamIsOver) { try talk.respond(to: id, "") }
    #expect(throws: ResponseError.streamIsOver) { try talk.session.write([1], on: id) }
    #expect(throws: ResponseError.streamIsOver) { try talk.session.finish(on: id) }
    #expect(talk.session.isWritable(on: id))
  }

  @Test func sendsASmallResponseBeforeALargeOneEnds() throws {
    let talk = Conversation(settings: [(4, 1 << 24)])
    let large = talk.begun()
    let small = talk.begun()
    try talk.session.respond(
      with: Response(.ok, body: .bytes([UInt8](repeating: 1, count: 1 << 20))), on: large,
      secondsSince1970: 0)
    try talk.respond(to: small, "small")
    talk.peer.receive(talk.oneWrite())
    #expect(talk.peer.responses[small]?.text == "small")
    #expect(talk.peer.responses[large]?.isEnded == false)
  }

  @Test func gathersNoMoreThanOneWriteForASlowPeer() throws {
    let talk = Conversation(settings: [(4, 1 << 24)])
    let id = talk.begun()
    try talk.session.respond(
      with: Response(.ok, body: .bytes([UInt8](repeating: 1, count: 1 << 22))), on: id,
      secondsSince1970: 0)
    for _ in 0..<10 { _ = talk.session.next() }
    let frameBytes = 16_384 + 9
    #expect(talk.session.outputBytes <= talk.session.http2.gatheredBytesMax + frameBytes)
  }

  @Test func countsOnlySentBodyBytesOfAnUnfinishedResponse() throws {
    let talk = Conversation(settings: [(4, 10)], opensWindows: false)
    let id = talk.begun()
    #expect(talk.session.unfinishedResponses == [])
    try talk.respond(to: id, "0123456789abcdef")
    talk.run()
    #expect(talk.session.unfinishedResponses == [id])
    #expect(talk.session.sentBodyBytes == 10)
    talk.peer.ping()
    talk.run()
    #expect(talk.session.sentBodyBytes == 10)
    talk.peer.consume(10, of: id)
    talk.run()
    #expect(talk.session.unfinishedResponses == [])
    #expect(talk.session.sentBodyBytes == 16)
  }

  @Test func countsASentResponseAsUnfinishedUntilItsRequestEnds() throws {
    let id = talk.peer.request("POST", "/", body: [1], isLast: false)
    talk.run()
    try talk.respond(to: id, "early")
    talk.run()
    #expect(talk.session.unsentBytes(on: id) == 0)
    #expect(talk.session.unfinishedResponses == [id])
    talk.peer.add([2], to: id, isLast: true)
    talk.run()
    #expect(talk.session.unfinishedResponses == [])
  }
}
