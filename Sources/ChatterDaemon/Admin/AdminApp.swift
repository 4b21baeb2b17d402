import Chatter
import ChatterServer
import ChatterWeb
import HTTP
import Sockets
import System

/// The app of the operators' listener: `/metrics` for everyone who reaches it, and a page for those
/// who have the password.
///
/// The page reads the metrics, and reads and deletes chatts through the service of the server,
/// below `/admin/v1/`.
struct AdminApp {
  private static let site = WebSite.admin

  let password: AdminPassword
  /// The host of `--admin`.
  let host: String
  /// The wrong passwords of each address. A valid one is accepted in any case.
  let wrongPasswords: RateLimiter
  /// Counts the wrong passwords.
  let counts: ServerMetrics
  /// Returns the text of `/metrics`.
  let metrics: @Sendable () async -> String
  let service: Handler
  /// The options in JSON, without secrets.
  let configuration: [UInt8]
  let log: Log

  func respond(to request: Request) async -> Response {
    var response = await answer(to: request)
    if !response.fields.contains(.contentTypeOptions) {
      response.fields.append(.contentTypeOptions, "nosniff")
    }
    return response
  }

  private func answer(to request: Request) async -> Response {
    guard isMeant(request) else {
      return Problem.response(
        .misdirectedRequest,
        "this Host is not the operators' listener: use localhost, an address or that of --admin")
    }
    if request.path == "/metrics" { return await metrics(for: request) }
    guard request.path == "/admin" || request.path.hasPrefix("/admin/") else {
      return Problem.response(.notFound, "no such path: use /metrics or /admin")
    }
    guard password.isGiven(by: request.fields) else {
      if request.fields[.authorization] != nil {
        counts.count { $0.wrongPasswords += 1 }
        if let delay = wrongPasswords.take(request.client.key) {
          return Self.tooManyPasswords(retryAfter: delay)
        }
        log.write(
          .warning, "a wrong password for the operators' page",
          ["remote": "\(request.client.text)"])
      }
      return Self.unauthorized
    }
    if let response = Self.site.response(to: request) { return response }
    if request.path == "/admin/configuration" {
      return Response(
        .ok, fields: [.contentType: "application/json; charset=utf-8", .cacheControl: "no-store"],
        body: .bytes(configuration[...]))
    }
    return await pass(request)
  }

  /// Whether a request names this listener. A page whose own name has been bound to this address
  /// (DNS rebinding) names another host.
  private func isMeant(_ request: Request) -> Bool {
    guard let authority = request.authority else { return true }
    guard let named = ListenAddress(authority, port: 0)?.host.lowercased() else { return false }
    return named == "localhost" || named == host.lowercased()
      || SocketAddress(numericHost: named, port: 0) != nil
  }

  private static func tooManyPasswords(retryAfter delay: Duration) -> Response {
    var response = Problem.response(
      .tooManyRequests, "too many wrong passwords from this address: wait and try again")
    response.fields.set(.retryAfter, .retryAfter(delay))
    return response
  }

  private static var unauthorized: Response {
    var response = Problem.response(
      .unauthorized, "the user is admin, the password is in admin-password in the data directory")
    response.fields.set(.authenticate, "Basic realm=\"chatterd\", charset=\"UTF-8\"")
    return response
  }

  private func metrics(for request: Request) async -> Response {
    guard request.method == .get || request.method == .head else {
      return Self.wrongMethod("GET")
    }
    return Response(
      .ok, fields: [.contentType: MetricText.contentType, .cacheControl: "no-store"],
      body: .bytes(Array(await metrics().utf8)[...]))
  }

  /// Passes a request for chatts or clips to the service. Browsers send DELETE to another origin
  /// only after asking, which this app never permits.
  private func pass(_ request: Request) async -> Response {
    guard [.get, .head, .delete].contains(request.method) else {
      return Self.wrongMethod("GET or DELETE")
    }
    let path = request.path.dropFirst("/admin".count)
    guard path.hasPrefix("/v1/chatts") || path.hasPrefix("/v1/audio/"),
      let inner = request.replacing(path: String(path))
    else { return Problem.response(.notFound, "no such path: use /admin") }
    var response = await service(inner)
    if request.method == .delete, response.status == .noContent {
      log.write(
        .notice, "an operator deleted a chatt",
        ["path": .text(String(path)), "remote": "\(request.client.text)"])
    }
    // For operators the service needs no token: what it would let others store is private here.
    response.fields.set(.cacheControl, "private, no-cache")
    return response
  }

  private static func wrongMethod(_ method: String) -> Response {
    Problem.response(.methodNotAllowed, "wrong method: send \(method)")
  }
}
