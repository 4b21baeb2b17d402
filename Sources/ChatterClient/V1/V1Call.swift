public import Chatter
internal import System

/// The calls of `/v1` that this library uses.
public enum V1Call: Sendable, Equatable {
  /// A page of the timeline: the newest chatts, or those older than a cursor.
  case page(before: String?, limit: Int)
  /// A single chatt.
  case chatt(ChattID)
  case post
  case delete(ChattID)
  /// The file of a clip, at the URL of a `ClipLink`.
  case clip(url: String)
  /// Live updates.
  case events
  /// The description of the server.
  case server

  /// The path and the query.
  public var target: String {
    switch self {
    case .page(let cursor?, let limit):
      "/v1/chatts?limit=\(limit)&before=\(cursor.percentEncoded())"
    case .page(nil, let limit): "/v1/chatts?limit=\(limit)"
    case .chatt(let id), .delete(let id): "/v1/chatts/\(id)"
    case .post: "/v1/chatts"
    case .clip(let url): url
    case .events: "/v1/events"
    case .server: "/v1/server"
    }
  }

  /// The request method.
  public var method: String {
    switch self {
    case .post: "POST"
    case .delete: "DELETE"
    default: "GET"
    }
  }

  var mediaType: String {
    switch self {
    case .page, .chatt, .post, .delete, .server: "application/json"
    case .clip: "audio/mp4"
    case .events: "text/event-stream"
    }
  }

  /// Whether the response may have a content coding: a part of a coded clip would be of no use, and
  /// events would wait until the coding has enough of them.
  var takesCoding: Bool { mediaType == "application/json" }

  /// The lab call that is most like it.
  var labCall: Call {
    switch self {
    case .page, .chatt, .events, .server: .getChatts
    case .clip: .getAudio
    case .post, .delete: .postAudio
    }
  }
}
