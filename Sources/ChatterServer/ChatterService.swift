public import Chatter
public import HTTP
public import Sockets

/// The app: a function from a request to its response.
///
/// There is one for each loop. It routes, sees to it that nobody posts too often, asks the endpoint,
/// and adds what every answer bears.
public struct ChatterService: Sendable {
  /// What an operator can choose.
  public struct Settings: Sendable {
    public var profile = ListProfile()
    /// The largest content of a post.
    public var bodyBytesMax = 32 << 20
    public var messageBytesMax = PostLimit.messageBytesMax
    /// What is erased from clips before they are stored.
    public var clipMetadata = ClipMetadata.stripLocation
    public var crossOrigin = CrossOrigin(origins: [])
    /// How long browsers are to use HTTPS alone (RFC 6797); nil says nothing.
    public var strictTransportSecurity: Duration?
    /// Nil for no limit.
    public var rateLimiter: RateLimiter?
    /// What all loops know of posts that may come once more.
    public var repeatedPosts = RepeatedPosts()
    /// Whether there is space for posts.
    public var storage = StoragePolicy()
    /// Where large bodies are read.
    public var workers = WorkerPool()

    public init() {}
  }

  let postStore: any PostStore
  private let lists: any ListSource
  let settings: Settings
  /// Throws why this server cannot serve now.
  let readiness: @Sendable () async throws -> Void
  let report: @Sendable (ServiceEvent) -> Void
  let didPost: @Sendable () -> Void
  let pause: @Sendable (Duration) async throws -> Void

  /// - Parameters:
  ///   - postStore: where posts are stored.
  ///   - lists: where lists come from.
  ///   - pause: waits, on the loop of this service.
  ///   - didPost: called after each post that is on disk.
  public init(
    postStore: any PostStore, lists: any ListSource, settings: Settings,
    readiness: @escaping @Sendable () async throws -> Void,
    report: @escaping @Sendable (ServiceEvent) -> Void,
    pause: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
    didPost: @escaping @Sendable () -> Void = {}
  ) {
    self.postStore = postStore
    self.lists = lists
    self.settings = settings
    self.readiness = readiness
    self.report = report
    self.pause = pause
    self.didPost = didPost
  }

  /// Answers a request; whatever goes wrong becomes an answer too.
  public func respond(to request: Request) async -> Response {
    var response: Response
    do {
      response = try await answer(request)
    } catch {
      response = Problem.response(to: error)
      if response.status == .internalServerError { report(.failed("\(error)")) }
    }
    if let age = settings.strictTransportSecurity {
      response.fields.set(.strictTransportSecurity, FieldValue(seconds: age))
    }
    settings.crossOrigin.permit(&response, to: request)
    return response
  }

  private func answer(_ request: Request) async throws -> Response {
    if request.method == .options, request.path == "*" {
      return Response(.noContent, fields: [.allow: .allow([.get, .head, .post, .options])])
    }
    guard let route = Route(path: request.path) else { throw RoutingError.unknownPath }
    if request.method == .options {
      return Response(.noContent, fields: [.allow: .allow(route.methods)])
    }
    guard route.methods.contains(request.method) else {
      throw RoutingError.wrongMethod(allowed: route.methods)
    }
    if request.method == .post, !settings.crossOrigin.permitsPost(request) {
      throw RoutingError.foreignOrigin
    }
    // A list checks its own tag; what a post makes has none before (RFC 9110 section 13.1.1).
    if request.method == .post, request.fields[.ifMatch].map({ $0 != "*" }) ?? false {
      return Problem.preconditionFailed
    }
    switch route {
    case .call(.getChatts):
      settings.storage.touch()
      return try await lists.chatts(for: request)
    case .call(.getAudio):
      settings.storage.touch()
      return try await lists.audio(for: request)
    case .call(.postChatt): return try await postChatt(request)
    case .call(.postAudio): return try await postAudio(request)
    case .livez: return Response(json: Answer.status("live"))
    case .readyz:
      try await readiness()
      return Response(json: Answer.status("ready", posts: settings.storage.refusal()))
    }
  }
}

extension FieldValue {
  /// `max-age=31536000`.
  fileprivate init(seconds age: Duration) {
    self = (try? FieldValue("max-age=\(max(0, age.components.seconds))")) ?? "max-age=0"
  }
}
