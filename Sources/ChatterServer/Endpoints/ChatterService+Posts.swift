internal import Chatter
internal import HTTP

/// postchatt and postaudio.
extension ChatterService {
  /// The longest `Idempotency-Key` that is heeded.
  private static let idempotencyKeyBytesMax = 255

  func postChatt(_ request: Request) async throws -> Response {
    try await store(try await readChatt(request), of: request)
  }

  func postAudio(_ request: Request) async throws -> Response {
    try await store(try await readAudioChatt(request), of: request)
  }

  private func store(_ chatt: NewChatt, of request: Request) async throws -> Response {
    let timeline = timeline
    let key = request.fields[.idempotencyKey].flatMap {
      $0.utf8.count <= Self.idempotencyKeyBytesMax ? $0 : nil
    }
    try await settings.repeatedPosts.post(
      chatt, from: request.remoteAddress, idempotencyKey: key
    ) { () async throws(TimelineError) in
      try await timeline.post(chatt)
    }
    return Response(json: Answer.posted, cacheControl: "no-store")
  }

  // What is read is a function of its own, so that the content is let go of before the chatt is
  // stored: it is a third larger than the clip, and the database may be slow.

  private func readChatt(_ request: Request) async throws -> NewChatt {
    let body = try await collectBody(of: request)
    let post = try PostChattRequest(body: body, messageBytesMax: settings.messageBytesMax)
    return NewChatt(username: post.username, message: post.message)
  }

  private func readAudioChatt(_ request: Request) async throws -> NewChatt {
    let body = try await collectBody(of: request)
    let post = try PostAudioRequest(body: body, messageBytesMax: settings.messageBytesMax)
    var clip: AudioClip?
    if let bytes = try post.audioBytes() { clip = try AudioClip(bytes: bytes) }
    return NewChatt(username: post.username, message: post.message, audio: clip)
  }

  /// The content of a post whose sender has not posted too often, which is asked before it is read.
  private func collectBody(of request: Request) async throws -> ArraySlice<UInt8> {
    if let delay = settings.rateLimiter?.take(request.remoteAddress) {
      throw RoutingError.postsTooOften(retryAfter: delay)
    }
    let body: any RequestBody
    switch ContentCoding.of(request.fields) {
    case .identity: body = request.body
    case .gzip, .deflate: body = InflatedBody(request.body)
    case nil: throw RoutingError.unknownCoding
    }
    return try await body.collect(atMost: settings.bodyBytesMax)[...]
  }
}

extension FieldName {
  fileprivate static var idempotencyKey: FieldName { "Idempotency-Key" }
}
