internal import Chatter
internal import HTTP

/// The resource at a path.
enum Route: Equatable {
  case call(Call)
  /// Whether the process is alive. The response depends on nothing else.
  case livez
  /// Whether the lists are loaded and the database is reachable and has this server's schema.
  case readyz
  case chatts
  /// A chatt of `/v1`, and its clip.
  case chatt(ChattID)
  case clip(ChattID)
  case events
  /// The version, limits and features of this server.
  case server
  case openAPI

  /// The routes whose paths have no parameter, besides the calls.
  static let fixed: [String: Route] = [
    "/livez": .livez, "/readyz": .readyz, "/v1/chatts": .chatts, "/v1/events": .events,
    "/v1/server": .server, "/openapi.yaml": .openAPI,
  ]

  /// The routes whose paths have an id between a prefix and a suffix.
  static let withID: [(prefix: String, suffix: String, route: @Sendable (ChattID) -> Route)] = [
    ("/v1/chatts/", "", { .chatt($0) }), ("/v1/audio/", ".m4a", { .clip($0) }),
  ]

  static func isV1(_ path: String) -> Bool { path.hasPrefix("/v1/") }

  init?(path: String) {
    if let call = Call(path: path) {
      self = .call(call)
    } else if let route = Self.fixed[path] {
      self = route
    } else {
      let kind = Self.withID.first { path.hasPrefix($0.prefix) && path.hasSuffix($0.suffix) }
      guard let kind, path.utf8.count > kind.prefix.utf8.count + kind.suffix.utf8.count,
        let id = ChattID(path.dropFirst(kind.prefix.count).dropLast(kind.suffix.count))
      else { return nil }
      self = kind.route(id)
    }
  }

  /// What a request needs. The server itself, its health and its description are open.
  func access(by method: Method) -> Access {
    switch self {
    case .livez, .readyz, .server, .openAPI: .open
    case .chatt where method == .delete: .deletion
    case .call, .chatts, .chatt, .clip, .events: method == .post ? .posting : .reading
    }
  }

  /// The methods that the route accepts. HEAD is GET without a body (RFC 9110 section 9.3.2).
  var methods: [Method] {
    switch self {
    case .call(let call) where call.isGet: [.get, .head, .options]
    case .call: [.post, .options]
    case .chatts: [.get, .head, .post, .options]
    case .chatt: [.get, .head, .delete, .options]
    case .livez, .readyz, .clip, .events, .server, .openAPI: [.get, .head, .options]
    }
  }
}

extension ChatterService {
  /// Calls the endpoint of a route. The sender is that of a request that needs a token.
  func response(
    to request: Request, at route: Route, from sender: Identity?
  ) async throws -> Response {
    switch route {
    case .call(let call) where call.isGet:
      settings.storage.touch()
      return try await lists.response(to: request, for: call)
    case .call(let call): return try await post(request, by: call, from: sender)
    case .chatts where request.method == .post: return try await postV1(request, from: sender)
    case .chatts: return try await page(for: request)
    case .chatt(let id) where request.method == .delete:
      return try await delete(id, for: request)
    case .chatt(let id): return try await chatt(id, for: request)
    case .clip(let id): return try await clip(id, for: request)
    case .events: return try await events(for: request)
    case .server: return try await server(for: request)
    case .openAPI: return try await openAPI(for: request)
    case .livez: return Response(json: Array(#"{"status":"live"}"#.utf8))
    case .readyz:
      try await lists.checkReadiness()
      let posts = settings.storage.refusal().map { #","posts":"\#($0)""# } ?? ""
      return Response(json: Array(#"{"status":"ready"\#(posts)}"#.utf8))
    }
  }
}

/// A kind of resource, as metrics name it.
public enum Endpoint: String, CaseIterable, Sendable {
  case getChatts = "getchatts"
  case postChatt = "postchatt"
  case getAudio = "getaudio"
  case postAudio = "postaudio"
  /// `/v1/chatts`, and a chatt and a clip by their ids.
  case chatts
  case chatt
  case clip
  case events
  case server
  case openAPI = "openapi"
  case livez
  case readyz
  /// The web front end, and every unknown path.
  case other

  /// The endpoint of a path, with or without a query.
  public init(path: String) {
    let path = path.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    self =
      switch Route(path: String(Substring(path))) {
      case .call(.getChatts): .getChatts
      case .call(.postChatt): .postChatt
      case .call(.getAudio): .getAudio
      case .call(.postAudio): .postAudio
      case .chatts: .chatts
      case .chatt: .chatt
      case .clip: .clip
      case .events: .events
      case .server: .server
      case .openAPI: .openAPI
      case .livez: .livez
      case .readyz: .readyz
      case nil: .other
      }
  }
}
