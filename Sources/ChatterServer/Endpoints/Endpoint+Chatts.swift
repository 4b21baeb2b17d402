internal import Chatter
internal import ChatterStore
internal import HTTP

extension Endpoint {
  static let chatts = Endpoint(
    "chatts", at: "/v1/chatts",
    [
      .get { try await $0.page(for: $1) },
      .post { try await $0.postV1($1, from: $2) },
    ])
}

extension ChatterService {
  fileprivate func page(for request: Request) async throws -> Response {
    let query = try PageQuery(QueryParameters(request.target.query))
    if query.search != nil { try take(.searches, for: request) }
    func read() async throws -> TaggedBody { try await self.read(query, for: request) }
    let body =
      query.search == nil
      ? try await recent(settings.recent.pages, query, byteCount: \.bytes.count, reading: read)
      : try await read()
    return try await revalidated(body, as: Response.jsonType, for: request)
  }

  private func read(_ query: PageQuery, for request: Request) async throws -> TaggedBody {
    let page = try await chatts.page(query, for: request.client.key.text)
    var fields = HeaderFields()
    let links = [(page.next, "next"), (page.previous, "prev")].compactMap { place, relation in
      place.map { "<\(query.target(at: $0))>; rel=\"\(relation)\"" }
    }
    if !links.isEmpty, let value = try? FieldValue(links.joined(separator: ", ")) {
      fields.set(.link, value)
    }
    return try TaggedBody(page.json, fields: fields)
  }

  /// Stores a chatt, and returns it with the token that deletes it.
  ///
  /// An `Idempotency-Key` counts as one of postaudio: a post that is repeated over the other API is
  /// a repeat, too.
  fileprivate func postV1(_ request: Request, from sender: Identity?) async throws -> Response {
    let key = try readKey(of: request, for: .postAudio)
    guard key.map({ $0.text.utf8.count >= PostKey.bytesMin }) ?? true else {
      throw Problem.keyTooShort
    }
    let chatt = try await accept(try await readV1Chatt(request), of: request, from: sender)
    let secret: [UInt8]
    do {
      secret = try await settings.deleteTokens.load(reading: chatts)
    } catch let error as ReadError {
      // Nothing is stored yet.
      throw TimelineError(error)
    }
    let (posted, tracking) = try await store(chatt, once: key, by: nil, of: request)
    // From here on nothing is read: the failure of a read would be reported as that of the post.
    guard let token = DeleteTokens.token(of: posted.id, with: secret),
      let json = posted.json(of: chatt, deleteToken: token)
    else { throw TimelineError.outcomeUnknown }
    var response = Response(.created, json: json, cacheControl: "no-store")
    response.tracking = tracking
    if let location = try? FieldValue("/v1/chatts/\(posted.id)") {
      response.fields.set(.location, location)
    }
    return response
  }
}
