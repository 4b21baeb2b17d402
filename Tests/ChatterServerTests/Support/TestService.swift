import Chatter
import System
import TestSupport

@testable import ChatterServer
@testable import ChatterStore
@testable import HTTP

/// A service over a timeline in memory, and the requests to send to it.
struct TestService {
  let timeline: InMemoryTimeline
  let service: ChatterService
  let events: ServiceEventRecord

  /// The timestamp of every chatt.
  static let timestamp = "2025-01-02T03:04:05.123Z"

  init(
    lists: (any ListSource)? = nil, chatts: any ChattSource = NoChatts(),
    tokens: (any TokenChecker)? = nil,
    change: (inout ChatterService.Settings) -> Void = { _ in },
    readiness: @escaping @Sendable () async throws -> Void = {}
  ) {
    let events = ServiceEventRecord()
    self.events = events
    timeline = InMemoryTimeline(now: { Timestamp(Self.timestamp)! })
    service = ChatterService(
      postStore: timeline,
      lists: lists ?? InMemoryLists(timeline: timeline, readiness: readiness),
      chatts: chatts, tokens: tokens, settings: Self.settings(change), report: { events.append($0) }
    )
  }

  static func settings(
    _ change: (inout ChatterService.Settings) -> Void
  ) -> ChatterService.Settings {
    var settings = ChatterService.Settings()
    change(&settings)
    return settings
  }

  /// Sends a request for a target, given as in a request line.
  func send(
    _ method: Method, _ target: String, fields: HeaderFields = [:],
    body: any RequestBody = BufferedBody(), from address: String = "192.0.2.7"
  ) async throws -> Response {
    await service.respond(
      to: try .test(method, target, fields: fields, body: body, from: address))
  }

  func post(_ call: Call, _ json: String, fields: HeaderFields = [:]) async throws -> Response {
    try await send(.post, call.path, fields: fields, body: BufferedBody(Array(json.utf8)))
  }

  /// The JSON of a list.
  func list(_ call: Call) async throws -> String {
    try await send(.get, call.path).text()
  }
}

extension Request {
  static func test(
    _ method: Method, _ target: String, fields: HeaderFields = [:],
    body: any RequestBody = BufferedBody(), from address: String = "192.0.2.7"
  ) throws -> Request {
    Request(
      method: method,
      target: try RequestTarget(parsing: Array(target.utf8)[...], method: method),
      version: .http11, fields: fields, body: body, client: .test(address),
      id: RequestID(connection: 1, request: 1))
  }
}

extension Response {
  /// The complete body, also of a stream.
  func bytes() async throws -> [UInt8] {
    switch body {
    case .none: return []
    case .bytes(let bytes): return Array(bytes)
    case .slices(let slices): return slices.whole
    case .stream(_, let stream):
      var bytes: [UInt8] = []
      while let chunk = try await stream.next() { bytes += chunk }
      return bytes
    }
  }

  func text() async throws -> String { String(decoding: try await bytes(), as: UTF8.self) }

  /// The message of an error response.
  func errorMessage() async throws -> String? {
    JSONBody.message(ofError: try await bytes()[...])
  }
}

/// The events that a service has reported, in order.
final class ServiceEventRecord: Sendable {
  private let events = Lock<[ServiceEvent]>([])

  func append(_ event: ServiceEvent) { events.withLock { $0.append(event) } }

  var all: [ServiceEvent] { events.withLock { $0 } }

  /// The errors without a response of their own.
  var failures: [ServiceEvent] { all.filter { if case .failed = $0 { true } else { false } } }
}

/// A body that counts how often it is read.
final class CountedBody: RequestBody {
  let announcedBytes: Int?
  private(set) var readCount = 0
  private let body: BufferedBody
  private let failure: RequestBodyError?

  init(_ bytes: [UInt8] = [], announced: Int? = nil, failure: RequestBodyError? = nil) {
    announcedBytes = announced
    body = BufferedBody(bytes, sliceBytesMax: 4096)
    self.failure = failure
  }

  func next() async throws(RequestBodyError) -> ArraySlice<UInt8>? {
    readCount += 1
    if let failure { throw failure }
    return try await body.next()
  }
}

extension ClientAddress {
  /// An IPv4 address by its text.
  static func test(_ text: String) -> ClientAddress {
    let bytes = text.split(separator: ".").compactMap { UInt8($0) }
    precondition(bytes.count == 4, "an IPv4 address")
    return ClientAddress(
      text, key: AddressKey(ipv4: [bytes[0], bytes[1], bytes[2], bytes[3]]))
  }
}
