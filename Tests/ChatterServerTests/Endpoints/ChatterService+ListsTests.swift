import Chatter
import HTTP
import TestSupport
import Testing

@testable import ChatterServer

@Suite("Lists as they are answered (needs nothing)")
struct ChatterServiceListsTests {
  /// A service with a text chatt and, after it, an audio chatt.
  func service(
    batchBytesMax: Int = 1 << 20, profile: ListProfile = ListProfile()
  ) async throws -> (TestService, ids: [ChattID]) {
    let service = TestService(batchBytesMax: batchBytesMax) { $0.profile = profile }
    let clip = try TinyClip.clip()
    let ids = [
      try await service.timeline.post(NewChatt(username: "Zoë", message: "a \"/\n🎧")),
      try await service.timeline.post(NewChatt(username: "b", message: nil, audio: clip)),
    ]
    return (service, ids.compactMap { $0 })
  }

  @Test("getchatts shows every chatt with four elements, newest first")
  func chatts() async throws {
    let (service, ids) = try await service()
    let time = TestService.timestamp
    #expect(
      try await service.list(.getChatts)
        == #"[["b",null,"\#(ids[1])","\#(time)"],["Zoë","a \"/\n🎧","\#(ids[0])","\#(time)"]]"#)
  }

  @Test("getaudio shows every chatt with five elements, newest first")
  func audio() async throws {
    let (service, ids) = try await service()
    let (time, clip) = (TestService.timestamp, TinyClip.base64Lines.filter { $0 != "\n" })
    #expect(
      try await service.list(.getAudio) == #"[["b",null,"\#(ids[1])","\#(time)","\#(clip)"],"#
        + #"["Zoë","a \"/\n🎧","\#(ids[0])","\#(time)",null]]"#)
  }

  @Test(
    "a list of another profile has its shape and its columns",
    arguments: ListProfile.Shape.allCases, ListProfile.IDs.allCases)
  func profiles(shape: ListProfile.Shape, ids: ListProfile.IDs) async throws {
    let (service, _) = try await service(profile: ListProfile(shape: shape, ids: ids))
    for (call, extra) in [(Call.getChatts, 0), (.getAudio, 1)] {
      let text = try await service.list(call)
      #expect(text.hasPrefix(shape == .wrapped ? #"{"chatts":[["# : "[[") == true)
      #expect(text.hasSuffix(shape == .wrapped ? "]]}" : "]]"))
      let list = try ChattList(body: Array(text.utf8)[...], ids: ids)
      #expect(list.chatts.count == 2 && list.skippedCount == 0)
      let columns = (ids == .with ? 4 : 3) + extra
      let first = text.split(separator: "]")[0].split(separator: ",")
      #expect(first.count == columns)
    }
    let empty = TestService { $0.profile = ListProfile(shape: shape, ids: ids) }
    for call in [Call.getChatts, .getAudio] {
      #expect(try await empty.list(call) == (shape == .wrapped ? #"{"chatts":[]}"# : "[]"))
    }
  }

  @Test("a getaudio of one batch is announced, a longer one is a stream of the same bytes")
  func streamed() async throws {
    let (whole, _) = try await service()
    let announced = try await whole.send(.get, "/getaudio")
    #expect(announced.body.announcedBytes != nil)

    let (parted, _) = try await service(batchBytesMax: 1)
    let response = try await parted.send(.get, "/getaudio")
    #expect(response.status == .ok)
    #expect(response.body.announcedBytes == nil)
    #expect(response.fields == announced.fields)
    let list = try ChattList(body: try await response.bytes()[...])
    #expect(list.chatts.map(\.username) == ["b", "Zoë"])
    #expect(try list.chatts[0].audioBytes() == TinyClip.bytes())
  }

  @Test("what the list shows is read back by the client's reader, byte for byte")
  func roundTrip() async throws {
    let service = TestService()
    let texts = ["", " ", "\u{1}\u{1F}\u{7F}\"\\/", "e\u{301}", "🇪🇺\u{2028}\u{10FFFF}"]
    for text in texts {
      let chatt = NewChatt(username: "x" + text, message: text)
      let response = try await service.send(
        .post, "/postchatt", body: BufferedBody(chatt.encoded()))
      #expect(response.status == .ok)
    }
    let bytes = try await service.send(.get, "/getchatts").bytes()
    let messages = try ChattList(body: bytes[...]).chatts.reversed().compactMap(\.message)
    #expect(messages.map { Array($0.utf8) } == texts.map { Array($0.utf8) })
  }

  @Test("a chatt that no row can show is left out of both lists, and told to the operator")
  func skipped() async throws {
    let events = EventRecord()
    let service = ChatterService(
      timeline: DamagedTimeline(), settings: .init(), readiness: {},
      report: { events.append($0) })
    for path in ["/getchatts", "/getaudio"] {
      let response = await service.respond(to: try .test(.get, path))
      #expect(response.status == .ok)
      let list = try ChattList(body: try await response.bytes()[...])
      #expect(list.chatts.map(\.username) == ["good", "good"])
    }
    #expect(events.all == [.rowsSkipped(1), .rowsSkipped(2)])
  }
}

/// Two good chatts with damaged ones between them: one in getchatts, two in getaudio.
private struct DamagedTimeline: IdempotentTimeline {
  func post(_ chatt: NewChatt) async throws(TimelineError) -> ChattID? { nil }

  func post(_ chatt: NewChatt, once key: PostKey) async throws(TimelineError) -> ChattID? { nil }

  private var good: Chatt {
    let id = ChattID("00000000-0000-7000-8000-000000000001")
    return Chatt(username: "good", message: "m", id: id, timestamp: TestService.timestamp)
  }

  func chatts() async throws(TimelineError) -> [Chatt] { [good, Chatt(), good] }

  func audio() async throws(TimelineError) -> ChattBatches {
    let batches = BatchSource([[good, Chatt()], [Chatt()], [], [good]])
    return ChattBatches { () async throws(TimelineError) in try await batches.next() }
  }
}
