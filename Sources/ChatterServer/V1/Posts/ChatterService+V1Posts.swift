internal import Chatter
internal import HTTP

/// Posting and deleting over `/v1`.
extension ChatterService {
  /// Stores a chatt, and returns it with the token that deletes it.
  ///
  /// An `Idempotency-Key` counts as one of postaudio: a post that is repeated over the other API is
  /// a repeat, too.
  func postV1(_ request: Request, from sender: Identity?) async throws -> Response {
    let key = try readKey(of: request, for: .postAudio)
    let chatt = try await readV1Chatt(request)
    try check(chatt.username, of: sender)
    try await review(chatt, of: request)
    let postStore = postStore
    let stored = try await settings.storage.store(chatt) { () async throws(TimelineError) in
      if let key {
        try await postStore.post(chatt, once: key)
      } else {
        try await postStore.post(chatt)
      }
    }
    didPost()
    guard let id = stored else { throw TimelineError.malformedResponse("no id") }
    guard let shown = try await lists.chatt(id, for: request.client.key.text) else {
      throw V1Problem.deletedSince
    }
    let token = try await settings.deleteTokens.token(of: id, reading: lists)
    var response = Response(
      .created, json: shown.json(deleteToken: token), cacheControl: "no-store")
    if let location = try? FieldValue("/v1/chatts/\(id)") {
      response.fields.set(.location, location)
    }
    return response
  }

  /// Deletes a chatt for a client that has its token or that of its author.
  func delete(_ id: ChattID, for request: Request) async throws -> Response {
    try await checkDeletion(of: id, by: request)
    guard try await lists.delete(id, for: request.client.key.text) else {
      throw V1Problem.chattNotFound
    }
    didPost()
    return Response(.noContent, fields: [.cacheControl: "no-store"])
  }
}
