internal import Chatter
internal import HTTP

extension ChatterService {
  /// Stores a chatt, and returns it with the token that deletes it.
  ///
  /// An `Idempotency-Key` counts as one of postaudio: a post that is repeated over the other API is
  /// a repeat, too.
  func postV1(_ request: Request, from sender: Identity?) async throws -> Response {
    let key = try readKey(of: request, for: .postAudio)
    guard key.map({ $0.text.utf8.count >= PostKey.bytesMin }) ?? true else {
      throw Problem.keyTooShort
    }
    let chatt = try await accept(try await readV1Chatt(request), of: request, from: sender)
    let secret: [UInt8]
    do {
      secret = try await settings.deleteTokens.load(reading: lists)
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

  /// Deletes a chatt for an operator, or a client that has its token or that of its author.
  func delete(_ id: ChattID, for request: Request) async throws -> Response {
    if !settings.access.isForOperators {
      try take(.deletions, for: request)
      try await checkDeletion(of: id, by: request)
    }
    guard try await lists.delete(id, for: request.client.key.text) else {
      throw Problem.chattNotFound
    }
    timelineChanged()
    return Response(.noContent, fields: [.cacheControl: "no-store"])
  }
}
