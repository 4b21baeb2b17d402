internal import Chatter
internal import ChatterStore
internal import HTTP

extension Endpoint {
  static let server = Endpoint(
    "server", at: "/v1/server", [.get(.open) { try await $0.server(for: $1) }])
}

extension ChatterService {
  fileprivate func server(for request: Request) async throws -> Response {
    let description = ServerDescription(
      settings: settings, username: try await username(of: request))
    var response = try await revalidated(
      TaggedBody(description.json, as: Response.jsonType), for: request)
    if settings.access.needsTokens { response.restrictCaching() }
    return response
  }
}

/// The version, limits and features of a server, which front ends read before they offer a feature
/// or a large post.
struct ServerDescription {
  /// The capabilities of `/v1`, which `openapi.yaml` describes. Older and newer servers may lack
  /// some of them.
  static let features = ["pages", "search", "deletion", "ranges", "multipart", "events"]

  static let name = "chatterd"

  let settings: ChatterService.Settings
  /// The name under which the sender of the request may post, in `you`; nil without a token.
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
    if let username {
      JSONWriter.append(raw: #","you":{"username":"#, username, to: &json)
      json.append(UInt8(ascii: "}"))
    } else {
      json += Array(#","you":null"#.utf8)
    }
    let features = Self.features.map { "\"\($0)\"" }.joined(separator: ",")
    json += Array(",\"features\":[\(features)]}".utf8)
    return json
  }
}
