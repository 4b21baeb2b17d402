internal import Chatter

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

  let version: String
  /// Maximum size of the body of a post, in bytes.
  let bodyBytesMax: Int
  /// Maximum length of a message in UTF-8, in bytes.
  let messageBytesMax: Int

  /// Whether posts, and lists, chatts, clips and events, need a bearer token.
  let (postingNeedsToken, readingNeedsToken): (Bool, Bool)

  /// The name under which the sender of the request may post; nil without a token.
  var username: String?

  init(_ settings: ChatterService.Settings) {
    postingNeedsToken = settings.access.posting == .token
    readingNeedsToken = settings.access.reading == .token
    version = settings.version
    bodyBytesMax = settings.bodyBytesMax
    messageBytesMax = settings.messageBytesMax
  }

  /// The JSON of the description.
  var json: [UInt8] {
    var json: [UInt8] = []
    JSONWriter.append(raw: #"{"name":"#, to: &json)
    JSONWriter.append(Self.name, to: &json)
    JSONWriter.append(raw: #","version":"#, to: &json)
    JSONWriter.append(version, to: &json)
    let limits =
      ",\"limits\":{\"bodyBytesMax\":\(bodyBytesMax),\"messageBytesMax\":\(messageBytesMax)"
      + ",\"usernameCharactersMax\":\(PostLimit.usernameCharactersMax)"
      + ",\"pageChattsMax\":\(PageQuery.limitMax)}"
    json += Array(limits.utf8)
    let access =
      ",\"postingNeedsToken\":\(postingNeedsToken),\"readingNeedsToken\":\(readingNeedsToken)"
    json += Array(access.utf8)
    JSONWriter.append(raw: #","username":"#, to: &json)
    if let username {
      JSONWriter.append(username, to: &json)
    } else {
      JSONWriter.append(raw: "null", to: &json)
    }
    JSONWriter.append(raw: #","features":["#, to: &json)
    for (index, feature) in Feature.allCases.enumerated() {
      if index > 0 { JSONWriter.append(raw: ",", to: &json) }
      JSONWriter.append(feature.rawValue, to: &json)
    }
    JSONWriter.append(raw: "]}", to: &json)
    return json
  }
}
