internal import Chatter
internal import HTTP

/// The resource at a path.
enum Route: Equatable {
  case call(Call)
  /// Whether the process is alive. The response depends on nothing else.
  case livez
  /// Whether the lists are loaded and the database is reachable and has this server's schema.
  case readyz
  /// The pages of `/v1`.
  case chatts
  /// A chatt of `/v1`, and its clip.
  case chatt(ChattID)
  case clip(ChattID)
  /// Live updates.
  case events
  /// The version, limits and features of this server.
  case server
  /// The description of all calls.
  case openAPI

  /// The routes whose paths have no parameter, besides the calls.
  static let fixed: [String: Route] = [
    "/livez": .livez, "/readyz": .readyz, "/v1/chatts": .chatts, "/v1/events": .events,
    "/v1/server": .server, "/openapi.yaml": .openAPI,
  ]

  /// A path with the id of a chatt.
  struct PathWithID {
    let prefix: String
    let suffix: String
    let route: @Sendable (ChattID) -> Route

    func route(at path: String) -> Route? {
      guard path.hasPrefix(prefix), path.hasSuffix(suffix),
        path.utf8.count > prefix.utf8.count + suffix.utf8.count
      else { return nil }
      return ChattID(path.dropFirst(prefix.count).dropLast(suffix.count)).map(route)
    }
  }

  static let withID = [
    PathWithID(prefix: "/v1/chatts/", suffix: "") { .chatt($0) },
    PathWithID(prefix: "/v1/audio/", suffix: ".m4a") { .clip($0) },
  ]

  /// Whether errors have the form of `/v1`.
  static func isV1(_ path: String) -> Bool { path.hasPrefix("/v1/") }

  /// Creates the route of a path; nil for an unknown path.
  init?(path: String) {
    if let call = Call(path: path) {
      self = .call(call)
    } else if let route = Self.fixed[path] {
      self = route
    } else if let route = Self.withID.lazy.compactMap({ $0.route(at: path) }).first {
      self = route
    } else {
      return nil
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
