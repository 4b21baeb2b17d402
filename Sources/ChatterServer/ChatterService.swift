public import Chatter
public import ChatterStore
public import HTTP
public import System

/// The app of one loop: a function from a request to its response. It calls the endpoint, and adds
/// the fields that every response has.
public final class ChatterService {
  /// The settings that an operator can change.
  public struct Settings: Sendable {
    /// The version of the program, which front ends can read.
    public var version = "0"
    public var profile = ListProfile()
    /// Maximum size of the body of a post, in bytes.
    public var bodyBytesMax = 32 << 20
    public var messageBytesMax = PostLimit.messageBytesMax
    /// The metadata that is removed from clips before they are stored.
    public var clipMetadata = ClipMetadata.stripLocation
    public var crossOrigin = CrossOrigin(origins: [])
    /// How long browsers must use only HTTPS (RFC 6797); nil omits the field.
    public var strictTransportSecurity: Duration?
    /// The rate limit of posts; nil for no limit.
    public var rateLimiter: RateLimiter?
    /// Recognizes posts that are sent again, for all loops.
    public var repeatedPosts = RepeatedPosts()
    /// Which requests need a bearer token.
    public var access = AccessPolicy()
    /// Decides on valid posts before they are stored.
    public var review = PostReview()
    /// Makes the tokens that delete chatts, for all loops.
    public var deleteTokens = DeleteTokens()
    /// Decides whether there is space for posts.
    public var storage = StoragePolicy()
    /// The threads that read large bodies, and compress others.
    public var workers = WorkerPool()
    /// What was read last from the database, for all loops.
    public var recent = RecentReads()
    /// Returns the responses to paths that are not calls, such as the files of the web front end.
    public var otherPaths: @Sendable (Request) -> Response? = { _ in nil }

    public init() {}
  }

  let postStore: any PostStore
  let lists: any ListSource
  let chatts: any ChattSource
  let events: EventSource?
  let tokens: any TokenChecker
  let settings: Settings
  let report: @Sendable (ServiceEvent) -> Void
  let timelineChanged: () -> Void
  let pause: (Duration) async throws -> Void

  /// Creates the service of one loop. `pause` waits for a duration on the loop, and
  /// `timelineChanged` is called after each post that is on disk and each deletion. Without
  /// `events`, there are no live updates; without `tokens`, every token is refused.
  public init(
    postStore: any PostStore, lists: any ListSource, chatts: any ChattSource,
    events: EventSource? = nil,
    tokens: (any TokenChecker)? = nil, settings: Settings,
    report: @escaping @Sendable (ServiceEvent) -> Void,
    pause: @escaping (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
    timelineChanged: @escaping () -> Void = {}
  ) {
    self.postStore = postStore
    self.lists = lists
    self.chatts = chatts
    self.events = events
    self.tokens = tokens ?? NoTokens()
    self.settings = settings
    self.report = report
    self.pause = pause
    self.timelineChanged = timelineChanged
  }

  /// This service for operators, who have shown who they are elsewhere: they read and delete
  /// without a token.
  public var forOperators: ChatterService {
    var settings = settings
    settings.access = AccessPolicy()
    settings.access.isForOperators = true
    return ChatterService(
      postStore: postStore, lists: lists, chatts: chatts, events: events, tokens: tokens,
      settings: settings, report: report, pause: pause, timelineChanged: timelineChanged)
  }

  /// Returns the response to a request. Every error becomes a response, too.
  public func respond(to request: Request) async -> Response {
    var response: Response
    do {
      response = try await dispatch(request)
    } catch {
      let problem = Problem(error)
      if problem.status == .internalServerError { report(.failed("\(error)")) }
      report(.refused(Endpoint.at(request.path), reason: problem.code))
      if problem.isDenial {
        let denied = AccessDenied(
          reason: problem.code, status: problem.status.code, remote: request.client.text,
          request: request.id.description)
        report(.denied(denied))
      }
      response = problem.response(isV1: Endpoint.isV1(request.path))
    }
    BrowserPolicy.apply(to: &response.fields)
    if let age = settings.strictTransportSecurity,
      let value = try? FieldValue("max-age=\(max(0, age.components.seconds))")
    {
      response.fields.set(.strictTransportSecurity, value)
    }
    settings.crossOrigin.permit(&response, to: request)
    return response
  }

  private func dispatch(_ request: Request) async throws -> Response {
    if request.method == .options, request.path == "*" {
      return Response(.noContent, fields: [.allow: .allow([.get, .head, .post, .options])])
    }
    guard let (_, actions) = Endpoint.find(request.path) else {
      if let response = settings.otherPaths(request) { return response }
      throw Endpoint.isV1(request.path) ? Problem.unknownV1Path : .unknownPath
    }
    if request.method == .options {
      return Response(.noContent, fields: [.allow: .allow(actions.methods)])
    }
    guard let action = actions[request.method] else {
      throw Problem.wrongMethod(allowed: actions.methods)
    }
    if request.method == .post || request.method == .delete, !settings.access.isForOperators,
      !settings.crossOrigin.permitsPost(request)
    {
      throw Problem.foreignOrigin
    }
    let sender = try await sender(of: request, for: action.access)
    // A list checks its own tag. What a post creates has no tag before (RFC 9110 section 13.1.1).
    if request.method == .post, request.fields[.ifMatch].map({ $0 != "*" }) ?? false {
      throw Problem.preconditionFailed
    }
    let isReading = action.access == .reading
    var response = try await action.respond(
      self, isReading ? uncompressed(request) : request, sender)
    if isReading, settings.access.reading == .token { response.restrictCaching() }
    return response
  }
}

/// An event that a service reports to the operator.
public enum ServiceEvent: Sendable, Equatable {
  /// This number of rows in the database could not be shown in a list.
  case rowsSkipped(Int)
  /// A request was denied for its token or the lack of one.
  case denied(AccessDenied)
  /// An error without a response of its own. The text is for the log.
  case failed(String)
  /// A request got an error instead of a result; the reason is a word that does not change.
  case refused(Endpoint, reason: String)
}
