import Chatter
import Curl
import System
import TestSupport
import Testing

@testable import ChatterClient

struct RemoteCallsClipTests {
  private let bytes = (0..<200).map { UInt8($0) }

  private var link: ClipLink {
    ClipLink(
      url: "/v1/audio/a.m4a", codec: "aac-lc", duration: .seconds(1), sampleRate: 8000,
      channels: 1, byteCount: bytes.count, sha256: CurlDigest.sha256(of: bytes) ?? [])
  }

  private func calls(_ transport: any Transport) throws -> RemoteCalls {
    RemoteCalls(
      server: try Server(url: "https://chatter.test"), transport: transport,
      clock: JumpingClock())
  }

  /// A transport that passes on parts of bodies, and then fails or ends.
  private final class CuttingTransport: Transport {
    struct Part {
      var status = 200
      var chunks: [[UInt8]] = []
      var error: ClientError?
    }

    private let state: Lock<(parts: [Part], requests: [TransportRequest])>

    init(_ parts: [Part]) { state = Lock((parts, [])) }

    var fields: [[String]] { state.withLock { $0.requests.map(\.fields) } }

    func send(
      _ request: TransportRequest, progress: (@Sendable (TransferProgress) -> Void)?
    ) async throws(ClientError) -> TransportResponse { throw .network(.refused) }

    func stream(
      _ request: TransportRequest, receive: @escaping BodyReceiver
    ) async throws(ClientError) -> TransportResponse {
      let part = state.withLock { state in
        state.requests.append(request)
        return state.parts.count > 1 ? state.parts.removeFirst() : state.parts[0]
      }
      let head = TransportResponse(status: part.status, body: [])
      for chunk in part.chunks where !receive(head, chunk) { throw .network(.cutOff) }
      if let error = part.error { throw error }
      return head
    }
  }

  private func part(from start: Int, to end: Int, isCut: Bool = true) -> CuttingTransport.Part {
    CuttingTransport.Part(
      status: start == 0 ? 200 : 206, chunks: [Array(bytes[start..<end])],
      error: isCut ? .network(.cutOff) : nil)
  }

  @Test func continuesWhereACutEndedIt() async throws {
    let transport = CuttingTransport([
      part(from: 0, to: 50), part(from: 50, to: 120), part(from: 120, to: 200, isCut: false),
    ])
    let counts = Lock<[Int]>([])
    let clip = try await calls(transport).clip(link) { progress in
      counts.withLock { $0.append(progress.receivedByteCount) }
    }
    #expect(clip == bytes)
    #expect(counts.withLock { $0 } == [50, 120, 200])
    #expect(transport.fields == [[], ["Range: bytes=50-"], ["Range: bytes=120-"]])
  }

  /// It ends like a complete one, with fewer bytes.
  @Test func continuesAfterAResponseThatIsTooShort() async throws {
    let transport = CuttingTransport([
      part(from: 0, to: 50, isCut: false), part(from: 50, to: 200, isCut: false),
    ])
    #expect(try await calls(transport).clip(link) == bytes)
  }

  @Test func startsOverWhenTheServerSendsTheWholeClip() async throws {
    let transport = CuttingTransport([part(from: 0, to: 50), part(from: 0, to: 200, isCut: false)])
    #expect(try await calls(transport).clip(link) == bytes)
  }

  @Test func startsOverAfterAPartThatDoesNotContinueIt() async throws {
    var other = part(from: 50, to: 200, isCut: false)
    other.chunks[0][7] = 0
    for wrong in [part(from: 40, to: 200, isCut: false), other] {
      let transport = CuttingTransport([
        part(from: 0, to: 50), wrong, part(from: 0, to: 200, isCut: false),
      ])
      #expect(try await calls(transport).clip(link) == bytes)
      #expect(transport.fields.map(\.isEmpty) == [true, false, true])
    }
  }

  @Test func rejectsOtherBytes() async throws {
    var other = part(from: 0, to: 200, isCut: false)
    other.chunks[0][7] = 0
    var longer = part(from: 0, to: 200, isCut: false)
    longer.chunks.append([1])
    for wrong in [other, longer] {
      let error = await #expect(throws: CallFailure.self) {
        try await calls(CuttingTransport([wrong])).clip(link)
      }
      guard case .malformedResponse = error?.error else {
        Issue.record("\(String(describing: error))")
        continue
      }
    }
  }

  @Test func givesUpWhenNothingMoreArrives() async throws {
    let cut = CuttingTransport.Part(error: .network(.cutOff))
    let transport = CuttingTransport([cut])
    await #expect(throws: CallFailure(.network(.cutOff))) {
      try await calls(transport).clip(link)
    }
    #expect(transport.fields.count == RetryPolicy().attemptsMax)
  }

  @Test func doesNotRetryARefusal() async throws {
    let transport = ScriptedTransport([.response(404, #"{"detail":"gone"}"#)])
    await #expect(throws: CallFailure(.status(404, "gone"))) {
      try await calls(transport).clip(link)
    }
    #expect(transport.requests.count == 1)
  }

  @Test(arguments: ["https://evil.test/a", "@evil.test/a", "", "/a b", "/a\r\n"])
  func requestsNoClipFromAnotherHost(url: String) async throws {
    var link = link
    link.url = url
    let transport = ScriptedTransport([.response(200, "")])
    await #expect(throws: CallFailure.self) { try await calls(transport).clip(link) }
    #expect(transport.requests.isEmpty)
  }

  @Test func limitsTheSize() async throws {
    var link = link
    link.byteCount = RemoteCalls.clipBytesMax + 1
    let transport = ScriptedTransport([.response(200, "")])
    await #expect(throws: CallFailure(.tooLarge(bytesMax: RemoteCalls.clipBytesMax))) {
      try await calls(transport).clip(link)
    }
  }

  @Test func resumesOverTheNetwork() async throws {
    let bytes = bytes
    try await ScriptedServer.trusted { request in
      guard let range = request.field("Range") else {
        let head = "HTTP/1.1 200 OK\r\nContent-Length: 200\r\n\r\n"
        return .cut(after: Array(head.utf8) + bytes[..<77])
      }
      #expect(range == "bytes=77-")
      return .response(
        206, fields: ["Content-Range: bytes 77-199/200"], body: Array(bytes[77...]))
    } _: { scripted, server in
      let calls = RemoteCalls(server: server, transport: CurlTransport(), clock: JumpingClock())
      let clip = try await calls.clip(link)
      #expect(clip == bytes)
      #expect(scripted.requests.count == 2)
      #expect(scripted.requests.allSatisfy { $0.field("Accept-Encoding") == nil })
    }
  }
}
