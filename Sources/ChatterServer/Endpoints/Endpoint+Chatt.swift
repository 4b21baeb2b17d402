internal import Chatter
internal import ChatterStore
internal import HTTP

extension Endpoint {
  static let chatt = Endpoint("chatt", at: "/v1/chatts/{id}") { id in
    [
      .get { try await $0.chatt(id, for: $1) },
      .delete { try await $0.delete(id, for: $1) },
    ]
  }
}

extension ChatterService {
  fileprivate func chatt(_ id: ChattID, for request: Request) async throws -> Response {
    let chatt = try await chatt(id, for: request.client.keyText)
    let tag = EntityTag(chatt.version)
    let fields: HeaderFields = [.cacheControl: "no-cache", .entityTag: tag.field(in: .identity)]
    if tag.isMatched(by: request.fields) == false { throw Problem.preconditionFailed }
    if tag.coding(cachedBy: request.fields) != nil {
      return Response(.notModified, fields: fields)
    }
    var response = Response(json: chatt.json)
    response.fields.set(.entityTag, tag.field(in: .identity))
    return response
  }

  /// Deletes a chatt for an operator, or a client that has its token or that of its author.
  fileprivate func delete(_ id: ChattID, for request: Request) async throws -> Response {
    if !settings.access.isForOperators {
      try take(.deletions, for: request)
      try await checkDeletion(of: id, by: request)
    }
    guard try await chatts.delete(id, for: request.client.keyText) else {
      throw Problem.chattNotFound
    }
    timelineChanged()
    return Response(.noContent, fields: [.cacheControl: "no-store"])
  }
}
