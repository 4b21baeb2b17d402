internal import Chatter
internal import HTTP

/// postchatt and postaudio.
extension ChatterService {
  func postChatt(_ request: Request) async throws -> Response {
    let body = try await collectBody(of: request)
    let post = try PostChattRequest(body: body, messageBytesMax: settings.messageBytesMax)
    try await timeline.post(NewChatt(username: post.username, message: post.message))
    return Response(json: Answer.posted, cacheControl: "no-store")
  }

  func postAudio(_ request: Request) async throws -> Response {
    let body = try await collectBody(of: request)
    let post = try PostAudioRequest(body: body, messageBytesMax: settings.messageBytesMax)
    var clip: AudioClip?
    if let bytes = try post.audioBytes() { clip = try AudioClip(bytes: bytes) }
    try await timeline.post(NewChatt(username: post.username, message: post.message, audio: clip))
    return Response(json: Answer.posted, cacheControl: "no-store")
  }

  /// The content of a post whose sender has not posted too often, which is asked before it is read.
  private func collectBody(of request: Request) async throws -> ArraySlice<UInt8> {
    if let delay = settings.rateLimiter?.take(request.remoteAddress) {
      throw RoutingError.postsTooOften(retryAfter: delay)
    }
    return try await request.body.collect(atMost: settings.bodyBytesMax)[...]
  }
}
