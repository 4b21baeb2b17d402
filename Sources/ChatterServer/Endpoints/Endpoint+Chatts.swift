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
  /// Returns a page, as it was read before if the table has not changed since. What a search finds
  /// also changes when words are made, so it is not kept.
  fileprivate func page(for request: Request) async throws -> Response {
    let (pages, text) = (settings.recent.pages, request.target.query ?? "")
    // A text that has a page need not be parsed: its query is valid, and no search.
    let query = pages.has(text) ? nil : try PageQuery(QueryParameters(text))
    if let query, query.search != nil {
      try take(.searches, for: request)
      return try await revalidated(read(query, for: request), for: request)
    }
    let version = try await lists.contentVersion()
    if let version, let body = pages.value(for: text, at: version) {
      return try await revalidated(body, for: request)
    }
    let body = try await read(query ?? PageQuery(QueryParameters(text)), for: request)
    if let version {
      pages.keep(body, for: text, at: version, byteCount: text.utf8.count + body.byteCount)
    }
    return try await revalidated(body, for: request)
  }

  private func read(_ query: PageQuery, for request: Request) async throws -> TaggedBody {
    let page = try await chatts.page(query, for: request.client.keyText)
    var fields = HeaderFields()
    let links = [(page.next, "next"), (page.previous, "prev")].compactMap { place, relation in
      place.map { "<\(query.target(at: $0))>; rel=\"\(relation)\"" }
    }
    if !links.isEmpty, let value = try? FieldValue(links.joined(separator: ", ")) {
      fields.set(.link, value)
    }
    return try TaggedBody(page.json, as: Response.jsonType, other: fields)
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
