internal import Chatter
internal import HTTP

/// A resource: its path, and for each method what a request needs and what responds.
///
/// Each endpoint is in a file of its own and in `all`.
public final class Endpoint: Sendable {
  /// The name in metrics.
  public let name: String
  /// The path as `openapi.yaml` has it, with `{id}` for the id of a chatt.
  let path: String
  private let actions: Actions

  private enum Actions {
    case fixed([Action])
    case withID(prefix: String, suffix: String, @Sendable (ChattID) -> [Action])
  }

  /// Every endpoint, in the order of metrics.
  static let all: [Endpoint] = [
    getChatts, postChatt, getAudio, postAudio, chatts, chatt, clip, events, server, openAPI, livez,
    readyz,
  ]

  /// The web front end, and every unknown path.
  static let other = Endpoint("other", at: "", [])

  public static let allCases = all + [other]

  /// The endpoints whose paths have no parameter, by their paths. A path that ends with a slash is
  /// accepted without it, too.
  private static let fixed: [String: Match] = {
    var matches: [String: Match] = [:]
    for endpoint in all {
      guard case .fixed(let actions) = endpoint.actions else { continue }
      let path = endpoint.path
      matches[path] = (endpoint, actions)
      if path.hasSuffix("/") { matches[String(path.dropLast())] = (endpoint, actions) }
    }
    return matches
  }()

  private static let withID = all.filter { if case .withID = $0.actions { true } else { false } }

  init(_ name: String, at path: String, _ actions: [Action]) {
    (self.name, self.path, self.actions) = (name, path, .fixed(actions))
  }

  /// Creates the endpoint of a lab call.
  convenience init(_ call: Call, _ action: Action) {
    self.init(call.rawValue, at: call.path, [action])
  }

  /// Creates the endpoint of a path with an `{id}`.
  init(
    _ name: String, at path: String, withID actions: @escaping @Sendable (ChattID) -> [Action]
  ) {
    (self.name, self.path) = (name, path)
    let parts = path.split(separator: "{id}", omittingEmptySubsequences: false)
    self.actions = .withID(prefix: String(parts[0]), suffix: String(parts[1]), actions)
  }

  typealias Match = (endpoint: Endpoint, actions: [Action])

  /// Returns the endpoint at a path, and its actions for the id in the path; nil if there is none.
  static func find(_ path: String) -> Match? {
    if let match = fixed[path] { return match }
    for endpoint in withID {
      guard case .withID(let prefix, let suffix, let actions) = endpoint.actions,
        path.hasPrefix(prefix), path.hasSuffix(suffix),
        path.utf8.count > prefix.utf8.count + suffix.utf8.count,
        let id = ChattID(
          Substring(path.utf8.dropFirst(prefix.utf8.count).dropLast(suffix.utf8.count)))
      else { continue }
      return (endpoint, actions(id))
    }
    return nil
  }

  static func isV1(_ path: String) -> Bool { path.hasPrefix("/v1/") }

  /// Returns the endpoint of a path, with or without a query.
  public static func at(_ path: String) -> Endpoint {
    if let match = fixed[path] { return match.endpoint }
    let path = path.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    return find(String(Substring(path)))?.endpoint ?? .other
  }

  /// Whether a POST stores a chatt.
  public var acceptsPosts: Bool {
    if case .fixed(let actions) = actions { actions.contains { $0.method == .post } } else { false }
  }
}

extension Endpoint: Hashable {
  public static func == (left: Endpoint, right: Endpoint) -> Bool { left === right }

  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension Endpoint {
  /// What a method needs and what responds to it.
  struct Action: Sendable {
    typealias Responder =
      @Sendable (ChatterService, Request) async throws -> Response
    /// The last parameter is the sender, if posts need a token.
    typealias PostResponder =
      @Sendable (ChatterService, Request, Identity?) async throws -> Response

    let method: Method
    let access: Access
    let respond: PostResponder

    /// A GET, and a HEAD, which is a GET without a body (RFC 9110 section 9.3.2).
    static func get(_ access: Access = .reading, _ respond: @escaping Responder) -> Action {
      Action(method: .get, access: access) { service, request, _ in
        try await respond(service, request)
      }
    }

    static func post(_ respond: @escaping PostResponder) -> Action {
      Action(method: .post, access: .posting, respond: respond)
    }

    static func delete(_ respond: @escaping Responder) -> Action {
      Action(method: .delete, access: .deletion) { service, request, _ in
        try await respond(service, request)
      }
    }
  }
}

extension [Endpoint.Action] {
  subscript(_ method: Method) -> Endpoint.Action? {
    let sought = method == .head ? .get : method
    return first { $0.method == sought }
  }

  /// The methods that are accepted.
  var methods: [Method] {
    flatMap { $0.method == .get ? [.get, .head] : [$0.method] } + [.options]
  }
}
