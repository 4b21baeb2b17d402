import Chatter
import EventLoop
import Foundation
import HTTP
import TestSupport
import Testing

@testable import ChatterServer

struct ChatterServicePostsTests {
  static let clip = TinyClip.base64Lines.filter { $0 != "\n" }

  /// Posts a body and returns the message of the only chatt, if any, and its clip.
  func post(
    _ call: Call, _ json: [UInt8], fields: HeaderFields = [:]
  ) async throws -> (username: String?, message: String?, clip: [UInt8]?) {
    let service = TestService()
    let response = try await service.send(
      .post, call.path, fields: fields, body: BufferedBody(json))
    #expect(response.status.code == 200)
    #expect(try await response.text() == "{}")
    let chatts = try await service.timeline.audio()
    let chatt = try #require(chatts.count == 1 ? chatts[0] : nil)
    return (chatt.username, chatt.message, try chatt.audioBytes())
  }

  @Test(
    arguments: [
      nil, "application/json", "application/json; charset=utf-8",
      "application/x-www-form-urlencoded", "text/plain", "multipart/form-data; boundary=x",
      "nonsense",
    ] as [String?])
  func readsJSONWhateverTheContentType(type: String?) async throws {
    var fields: HeaderFields = [:]
    if let type { fields.set(.contentType, try FieldValue(type)) }
    let json = Array(#"{"username":"a","message":"b"}"#.utf8)
    #expect(try await post(.postChatt, json, fields: fields).message == "b")
    #expect(try await post(.postAudio, json, fields: fields).message == "b")
  }

  @Test(
    arguments: [
      "\u{FEFF}{\"username\":\"a\",\"message\":\"b\"}", #"{"message":"b","username":"a"}"#,
      " \r\n{ \"username\" : \"a\" ,\n\"message\"\t: \"b\" }\n",
      #"{"username":"x","message":"y","username":"a","message":"b"}"#,
      #"{"name":"a","message":"b"}"#, #"{"username":null,"name":"a","message":"b"}"#,
      #"{"username":"a","name":"z","message":"b"}"#,
      #"{"more":{"deep":[1,true,null,"x"]},"username":"a","id":7,"message":"b"}"#,
      #"{"\u0075sername":"\u0061","message":"b"}"#,
    ])
  func acceptsEveryFormOfJSONThatClientsSend(json: String) async throws {
    for call in [Call.postChatt, .postAudio] {
      let chatt = try await post(call, Array(json.utf8))
      #expect(chatt.username == "a" && chatt.message == "b" && chatt.clip == nil)
    }
  }

  @Test(arguments: ["5", "\"%\""])
  func ignoresAudioInPostchatt(audio: String) async throws {
    let json = #"{"username":"a","message":"b","audio":\#(audio)}"#
    #expect(try await post(.postChatt, Array(json.utf8)).clip == nil)
  }

  @Test(arguments: ["", #","audio":null"#, #","audio":"""#, #","audio":"null""#])
  func acceptsFourFormsOfMissingAudio(audio: String) async throws {
    let service = TestService()
    let response = try await service.post(
      .postAudio, #"{"username":"a","message":"b"\#(audio)}"#)
    #expect(response.status == .ok)
    let row = try await service.list(.getAudio)
    #expect(row.hasPrefix(#"[["a","b","#) && row.hasSuffix(#","\#(TestService.timestamp)",null]]"#))
  }

  @Test func storesAClipWithoutAMessageAsNull() async throws {
    for message in ["", #""message":null,"#] {
      let json = #"{"username":"a",\#(message)"audio":"\#(Self.clip)"}"#
      let chatt = try await post(.postAudio, Array(json.utf8))
      #expect(chatt.message == nil)
      #expect(try chatt.clip == TinyClip.bytes())
    }
  }

  @Test func acceptsAnEmptyMessage() async throws {
    let chatt = try await post(.postChatt, Array(#"{"username":"a","message":""}"#.utf8))
    #expect(chatt.message?.isEmpty == true)
  }

  /// Returns base64 as phones write it, from its plain form.
  static let writers: [(String, @Sendable (String) -> String)] = [
    ("plain", { $0 }),
    ("slashes escaped, as iOS does", { String($0.flatMap { $0 == "/" ? #"\/"# : String($0) }) }),
    (
      "a newline every 76 characters and at the end, as Android does",
      { clip in
        let lines = stride(from: 0, to: clip.count, by: 76).map {
          String(clip.dropFirst($0).prefix(76)) + #"\n"#
        }
        return lines.joined()
      }
    ),
    ("CR LF between lines", { $0.prefix(76) + #"\r\n"# + $0.dropFirst(76) }),
    ("without padding", { String($0.prefix { $0 != "=" }) }),
    ("as Unicode escapes", { #"\u0041"# + $0.dropFirst(1) }),
  ]

  @Test(arguments: writers.indices)
  func acceptsEveryWayOfWritingBase64(index: Int) async throws {
    let (name, write) = Self.writers[index]
    let json = #"{"username":"a","message":"b","audio":"\#(write(Self.clip))"}"#
    let chatt = try await post(.postAudio, Array(json.utf8))
    #expect(try chatt.clip == TinyClip.bytes(), "\(name)")
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
    let username = String(repeating: "é", count: 254) + "🎧"
    let message = String(repeating: "x", count: 65_536)
    let json = #"{"username":"\#(username)","message":"\#(message)"}"#
    let chatt = try await post(.postChatt, Array(json.utf8))
    #expect(chatt.username == username && chatt.message == message)

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

  @Test func storesAPostRepeatedBeforeItsResponseOnce() async throws {
    try await onLoop { loop async throws in
      let gate = PostGate()
      let settings = ChatterService.Settings()
      let service = ChatterService(
        postStore: GatedStore(gate), lists: NoLists(), settings: settings,
        report: { _ in })
      let json = Array(#"{"username":"a","message":"b"}"#.utf8)
      func post(_ path: String, from address: String = "192.0.2.7") -> Task<Int, any Error> {
        loop.start(service) { service async throws in
          let request = try Request.test(
            .post, path, body: BufferedBody(json), from: address)
          return await service.respond(to: request).status.code
        }
      }
      var posts = [post("/postchatt")]
      await gate.waitForArrivals(1)
      posts += [
        post("/postchatt/"), post("/postchatt/", from: "192.0.2.8"), post("/postaudio/"),
      ]
      await gate.waitForArrivals(3)
      while settings.repeatedPosts.waitingCount < 1 { await Task.yield() }
      await gate.open()
      for post in posts { #expect(try await post.value == 200) }
      #expect(await gate.arrivals == 3, "one for each address and call")
    }
  }

  @Test(arguments: [true, false])
  func treatsARepeatAfterALostResponseAsTheSamePost(isLost: Bool) async throws {
    let service = TestService()
    let json = #"{"username":"a","message":"b"}"#
    let response = try await service.post(.postChatt, json)
    let tracking = try #require(response.tracking)
    tracking.send(over: TestOutput(isLost ? .lost : .complete))
    #expect(try await service.post(.postChatt, json).status == .ok)
    #expect(try await service.timeline.chatts().count == (isLost ? 1 : 2))
  }

  static let field: FieldName = "Idempotency-Key"

  @Test func storesPostsWithTheSameIdempotencyKeyOnce() async throws {
    let service = TestService()
    for (key, json) in [
      ("one", #"{"username":"a","message":"b"}"#), (#""one""#, #"{ "message":"b", "name":"a" }"#),
      ("two", #"{"username":"a","message":"b"}"#),
    ] as [(FieldValue, String)] {
      let response = try await service.post(.postChatt, json, fields: [Self.field: key])
      #expect(response.status == .ok)
      #expect(try await response.text() == "{}")
    }
    #expect(try await service.timeline.chatts().count == 2)
  }

  @Test func refusesAnIdempotencyKeyOfAnotherPost() async throws {
    let service = TestService()
    let fields: HeaderFields = [Self.field: "one"]
    _ = try await service.post(.postChatt, #"{"username":"a","message":"b"}"#, fields: fields)
    let other = try await service.post(
      .postChatt, #"{"username":"a","message":"c"}"#, fields: fields)
    #expect(other.status == .unprocessableContent)
    #expect(try await other.errorMessage()?.contains("Idempotency-Key") == true)
    let audio = #"{"username":"a","audio":"\#(Self.clip)"}"#
    #expect(try await service.post(.postAudio, audio, fields: fields).status == .ok)
    #expect(try await service.timeline.chatts().count == 2)
  }

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
