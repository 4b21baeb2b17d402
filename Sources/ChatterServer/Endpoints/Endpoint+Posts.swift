internal import Chatter
internal import Crypto
internal import HTTP
internal import Search
internal import System

extension Endpoint {
  static let postChatt = post(.postChatt)
  static let postAudio = post(.postAudio)

  private static func post(_ call: Call) -> Endpoint {
    Endpoint(call, .post { try await $0.post($1, by: call, from: $2) })
  }
}

extension ChatterService {
  fileprivate func post(
    _ request: Request, by call: Call, from sender: Identity?
  ) async throws -> Response {
    let key = try readKey(of: request, for: call)
    let read = try await call == .postAudio ? readAudioChatt(request) : readChatt(request)
    let chatt = try await accept(read, of: request, from: sender)
    var response = Response(.ok, fields: Self.postedFields, body: .bytes(JSONBody.posted[...]))
    response.tracking = try await store(chatt, once: key, by: call, of: request).tracking
    return response
  }

  /// Stores a chatt once, however often its sender repeats the post by a lab call, or over `/v1`.
  func store(
    _ chatt: NewChatt, once key: PostKey?, by call: Call?, of request: Request
  ) async throws -> (posted: PostedChatt, tracking: TrackedResponse?) {
    let (postStore, storage) = (postStore, settings.storage)
    let stored: (PostedChatt, TrackedResponse?)
    if let key {
      let posted = try await storage.store(chatt) { () async throws(TimelineError) in
        try await postStore.post(chatt, once: key)
      }
      stored = (posted, nil)
    } else {
      stored = try await settings.repeatedPosts.post(
        chatt, by: call, from: request.client.key, pause: pause
      ) { () async throws(TimelineError) in
        try await storage.store(chatt) { () async throws(TimelineError) in
          try await postStore.post(chatt)
        }
      }
    }
    timelineChanged()
    return stored
  }

  /// Checks who posts a chatt and what, and makes the words by which it is found.
  func accept(
    _ chatt: NewChatt, of request: Request, from sender: Identity?
  ) async throws -> NewChatt {
    try check(chatt.username, of: sender)
    try await review(chatt, of: request)
    guard let message = chatt.message else { return chatt }
    var chatt = chatt
    chatt.words =
      message.utf8.count <= Self.loopMessageBytesMax
      ? SearchText.vector(of: message)
      : try await settings.workers.run(for: request.client.keyText) {
        SearchText.vector(of: message)
      }
    return chatt
  }

  /// Maximum size of a message whose words are made on the loop, in bytes.
  private static let loopMessageBytesMax = 4 << 10

  /// The fields of every response to a post that is stored.
  private static let postedFields: HeaderFields = [
    .contentType: Response.jsonType, .cacheControl: "no-store",
  ]

  func readKey(of request: Request, for call: Call) throws(PostKeyError) -> PostKey? {
    guard let value = request.fields[.idempotencyKey] else { return nil }
    guard request.fields.values(of: .idempotencyKey).count == 1 else { throw .repeated }
    return try PostKey(fieldValue: value, call: call)
  }

  private func readChatt(_ request: Request) async throws -> NewChatt {
    let messageBytesMax = settings.messageBytesMax
    let bytesMax = PostLimit.textBodyBytesMax(messageBytesMax: messageBytesMax)
    let body = try await openBody(of: request)
      .collect(atMost: min(bytesMax, settings.bodyBytesMax))[...]
    return try await read(body, of: request) { body in
      let post = try PostChattRequest(body: body, messageBytesMax: messageBytesMax)
      return NewChatt(username: post.username, message: post.message)
    }
  }

  func readAudioChatt(
    _ request: Request, allowsOtherClips: Bool = true
  ) async throws -> NewChatt {
    let (messageBytesMax, metadata) = (settings.messageBytesMax, settings.clipMetadata)
    let body = try await openBody(of: request).collect(atMost: settings.bodyBytesMax)[...]
    return try await read(body, of: request) { body in
      let post = try PostAudioRequest(
        body: body, messageBytesMax: messageBytesMax, allowsOtherClips: allowsOtherClips)
      var chatt = NewChatt(username: post.username, message: post.message)
      if let bytes = try post.audioBytes() { try chatt.setAudio(bytes, metadata: metadata) }
      return chatt
    }
  }

  /// Maximum size of a body that is read on the loop, in bytes. It takes less than a millisecond.
  static let loopBytesMax = 256 << 10

  /// Creates a chatt from a body, off the loop if the body is large. The body is released before
  /// the chatt is stored: it is a third larger than the clip, and the database may be slow.
  private func read(
    _ body: ArraySlice<UInt8>, of request: Request,
    _ make: @escaping @Sendable (ArraySlice<UInt8>) throws -> NewChatt
  ) async throws -> NewChatt {
    guard body.count > Self.loopBytesMax else { return try make(body) }
    return try await settings.workers.run(for: request.client.keyText) {
      Result { try make(body) }
    }.get()
  }

  /// Returns the decoded body of a post, which is not read yet. Checks the rate limit of the sender
  /// first.
  func openBody(of request: Request) throws -> any RequestBody {
    try take(.posts, for: request)
    try settings.storage.check()
    var body: any RequestBody
    switch ContentCoding.of(request.fields) {
    case .identity: body = request.body
    case .gzip: body = InflatedBody(request.body)
    case .brotli, nil: throw Problem.unknownCoding
    }
    if let limiter = settings.rateLimiter {
      body = MeteredBody(body, of: request.client.key, by: limiter)
    }
    return body
  }
}

extension NewChatt {
  mutating func setAudio(
    _ bytes: consuming [UInt8], metadata: ClipMetadata
  ) throws(AudioClipError) {
    let clip = try AudioClip(bytes: bytes, metadata: metadata)
    audioSHA256 = SHA256.digest(of: clip.bytes)
    audio = clip
  }
}

extension FieldName {
  fileprivate static let idempotencyKey: FieldName = "Idempotency-Key"
}
