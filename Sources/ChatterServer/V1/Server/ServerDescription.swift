internal import Chatter
internal import HTTP

/// The version, limits and features of a server, which front ends read before they offer a feature
/// or a large post.
struct ServerDescription {
  /// A capability of `/v1`. Older and newer servers may lack some of them.
  enum Feature: String, CaseIterable {
    /// `GET /v1/chatts` with cursors and filters.
    case pages
    /// The parameter `q` of pages.
    case search
    /// `DELETE /v1/chatts/{id}` with the token of the post.
    case deletion
    /// Range requests for clips.
    case ranges
    /// Posts as `multipart/form-data`.
    case multipart
    /// `GET /v1/events`.
    case events
  }

  static let name = "chatterd"

  let settings: ChatterService.Settings
  /// The name under which the sender of the request may post; nil without a token.
  var username: String?

  var json: [UInt8] {
    var json: [UInt8] = []
    JSONWriter.append(raw: #"{"name":"#, Self.name, to: &json)
    JSONWriter.append(raw: #","version":"#, settings.version, to: &json)
    let access = settings.access
    let limits =
      ",\"limits\":{\"bodyBytesMax\":\(settings.bodyBytesMax)"
      + ",\"messageBytesMax\":\(settings.messageBytesMax)"
      + ",\"usernameCharactersMax\":\(PostLimit.usernameCharactersMax)"
      + ",\"pageChattsMax\":\(PageQuery.limitMax)}"
    json += Array(limits.utf8)
    json += Array(",\"postingNeedsToken\":\(access.posting == .token)".utf8)
    json += Array(",\"readingNeedsToken\":\(access.reading == .token)".utf8)
    JSONWriter.append(raw: #","username":"#, username, to: &json)
    let features = Feature.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ",")
    json += Array(",\"features\":[\(features)]}".utf8)
    return json
  }
}

extension ChatterService {
  func server(for request: Request) async throws -> Response {
    let description = ServerDescription(
      settings: settings, username: try await username(of: request))
    var response = try await revalidated(description.json, as: Response.jsonType, for: request)
    if settings.access.needsTokens { response.restrictCaching() }
    return response
  }
}
