import Chatter
import Foundation
import HTTP
import System
import TestSupport
import Testing

@testable import ChatterServer

struct ChatterServicePostsTests {
  static let clip = TinyClip.base64Lines.filter { $0 != "\n" }

  @Test(
    arguments: [
      nil, "application/json", "application/json; charset=utf-8",
      "application/x-www-form-urlencoded", "text/plain", "multipart/form-data; boundary=x",
      "nonsense",
    ] as [String?])
  func readsJSONWhateverTheContentType(type: String?) async throws {
    var fields: HeaderFields = [:]
    if let type { fields.set(.contentType, try FieldValue(type)) }
    for call in [Call.postChatt, .postAudio] {
      let service = TestService()
      let response = try await service.post(
        call, #"{"username":"a","message":"b"}"#, fields: fields)
      #expect(response.status == .ok)
      #expect(try await response.text() == "{}")
      #expect(try await service.timeline.chatts().map(\.message) == ["b"])
    }
  }

  @Test func readsBodiesOfUnknownLengthInManyChunks() async throws {
    let service = TestService()
    let json = Array(#"{"username":"a","audio":"\#(Self.clip)"}"#.utf8)
    let body = BufferedBody(json, sliceBytesMax: 7, announcesLength: false)
    let response = try await service.send(.post, "/postaudio/", body: body)
    #expect(response.status == .ok)
    #expect(try await service.list(.getAudio).contains(Self.clip))
  }

  @Test func acceptsValuesExactlyAtTheLimits() async throws {
    let body = Array(#"{"username":"a","message":"b"}"#.utf8)
    let service = TestService {
      $0.bodyBytesMax = body.count
      $0.messageBytesMax = 1
    }
    for announces in [true, false] {
      let response = try await service.send(
        .post, "/postchatt", body: BufferedBody(body, announcesLength: announces))
      #expect(response.status == .ok)
    }
  }

  @Test func readsLargeBodiesOffTheLoopAndReturns503WhenBusy() async throws {
    let workers = WorkerPool(threadsMax: 1, waitingMax: 1)
    let service = TestService { $0.workers = workers }
    let padding = String(repeating: " ", count: ChatterService.loopBytesMax)
    let body = Array(#"{"username":"a","audio":"\#(Self.clip)"\#(padding)}"#.utf8)
    #expect(try await service.send(.post, "/postaudio", body: BufferedBody(body)).status == .ok)
    #expect(try await service.list(.getAudio).contains(Self.clip))

    // One job runs and one waits, so the pool is full.
    let gate = DispatchSemaphore(value: 0)
    let running = Counter()
    let first = Task {
      try await workers.run(for: "x") {
        running.add(1)
        gate.wait()
      }
    }
    while running.value < 1 { await Task.yield() }
    let second = Task { try await workers.run(for: "x") {} }
    while workers.waitingCount < 1 { await Task.yield() }
    let refused = try await service.send(.post, "/postaudio", body: BufferedBody(body))
    #expect(refused.status == .serviceUnavailable)
    #expect(refused.fields[.retryAfter] == "1")
    #expect(
      try await refused.errorMessage() == "too many large posts at once: try again later")
    let small = Array(#"{"username":"a","message":"b"}"#.utf8)
    #expect(try await service.send(.post, "/postchatt", body: BufferedBody(small)).status == .ok)
    gate.signal()
    try await first.value
    try await second.value
    #expect(try await service.send(.post, "/postaudio", body: BufferedBody(body)).status == .ok)
  }

  @Test func refusesLargeMalformedBodiesLikeSmallOnes() async throws {
    let service = TestService()
    let padding = String(repeating: " ", count: ChatterService.loopBytesMax)
    for (json, status) in [("{\(padding)", 400), (#"{"username":"a"\#(padding)}"#, 422)] {
      let response = try await service.send(
        .post, "/postaudio", body: BufferedBody(Array(json.utf8)))
      #expect(response.status.code == status)
    }
  }

  static let field: FieldName = "Idempotency-Key"

  @Test func refusesMalformedIdempotencyKeys() async throws {
    let service = TestService()
    let json = #"{"username":"a","message":"b"}"#
    var twice: HeaderFields = [Self.field: "a"]
    twice.append(Self.field, "b")
    let long = try FieldValue(String(repeating: "k", count: 256))
    for fields in [twice, [Self.field: long], [Self.field: "a b"], [Self.field: "\"open"]] {
      let response = try await service.post(.postChatt, json, fields: fields)
      #expect(response.status == .badRequest)
      #expect(try await response.errorMessage()?.hasPrefix("Idempotency-Key is ") == true)
    }
    #expect(try await service.timeline.chatts().isEmpty)
  }
}
