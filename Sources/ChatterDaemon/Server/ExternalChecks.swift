import ChatterServer
import Curl
import HTTP
import System
import TLS

/// What decides on requests besides this server: the tokens of an identity provider, the operator's
/// list and a webhook. The files are read again on SIGHUP.
final class ExternalChecks: Sendable {
  /// Maximum time to load the keys of the provider.
  static let keysTimeout = Duration.seconds(10)

  /// Checks the tokens of the provider; nil without one.
  let tokens: JWTChecker?
  let review: PostReview
  private let keys: KeyCache?
  private let options: ExternalCheckOptions
  private let log: Log

  /// Reads the files; throws if one of them is missing or not valid.
  init(
    _ options: ExternalCheckOptions, version: String, on loop: EventLoop, log: Log
  ) throws {
    (self.options, self.log) = (options, log)
    let client = WebClient(agent: "chatterd/\(version)", trusting: options.authorities)
    let keys = try options.provider.map { provider in
      let (times, load) = try Self.source(provider.keys, options.keysOrigin, by: client)
      return KeyCache(
        times: times, load: load,
        start: { work in Task(executorPreference: loop) { await work() } },
        report: { Self.report($0, to: log) })
    }
    tokens = options.provider.flatMap { provider in
      keys.map { JWTChecker(keys: $0, claims: provider.claims) }
    }
    keys?.reload()
    self.keys = keys
    var review = PostReview()
    if let path = options.blocklist {
      review.blocklist = BlocklistSlot(try Self.blocklist(path, options.blocklistOrigin))
    }
    if let url = options.webhook {
      review.webhook = Self.webhook(url, by: client, on: loop, log: log)
    }
    self.review = review
  }

  /// Reads the files and the keys again; a list that is not valid leaves the current one in use.
  func reload() {
    keys?.reload()
    guard let path = options.blocklist, let slot = review.blocklist else { return }
    do {
      let list = try Self.blocklist(path, options.blocklistOrigin)
      slot.replace(with: list)
      log.write(.notice, "blocklist reloaded", ["rules": .integer(list.count)])
    } catch {
      log.write(
        .error, "blocklist reload failed, keeping the current one", ["reason": "\(error)"])
    }
  }

  static func blocklist(_ path: String, _ origin: String) throws -> Blocklist {
    do {
      return try Blocklist(try WholeFile.read(path, bytesMax: Blocklist.bytesMax))
    } catch {
      throw VerbError.configuration("\(origin): \(path): \(error)")
    }
  }

  /// Returns when and how to load the keys. A file must be valid at the start; a provider may be
  /// away.
  private static func source(
    _ source: ExternalCheckOptions.KeySource, _ origin: String, by client: WebClient
  ) throws -> (KeyCacheTimes, KeyCache.Load) {
    switch source {
    case .file(let path):
      _ = try keys(path, origin)
      return (.file, { try keys(path, origin) })
    case .url(let url):
      return (.url, { try await keys(at: url, by: client, timeout: keysTimeout) })
    }
  }

  static func keys(_ path: String, _ origin: String) throws -> KeySet {
    do {
      return try KeySet(try WholeFile.read(path, bytesMax: KeySet.bytesMax))
    } catch {
      throw VerbError.configuration("\(origin): \(path): \(error)")
    }
  }

  static func keys(
    at url: WebURL, by client: WebClient, timeout: Duration
  ) async throws -> KeySet {
    let response = try await client.response(
      from: url, bytesMax: KeySet.bytesMax, timeout: timeout)
    guard response.status == 200 else {
      throw VerbError.temporary("status \(response.status) instead of 200: check the URL")
    }
    return try KeySet(response.body)
  }

  private static func report(_ event: KeyCache.Event, to log: Log) {
    switch event {
    case .loaded(let count):
      log.write(.notice, "keys of the identity provider loaded", ["keys": .integer(count)])
    case .failed(let reason):
      log.write(
        .error, "could not load the keys of the identity provider: trying again",
        ["reason": "\(reason)"])
    }
  }

  private static func webhook(
    _ url: WebURL, by client: WebClient, on loop: EventLoop, log: Log
  ) -> PostWebhook {
    let warning = LimitedWarning(on: loop) { count, reason in
      log.write(
        .warning, "the webhook did not decide on posts",
        ["reason": "\(reason)", "count": .integer(count)])
    }
    return PostWebhook(
      send: { json in
        let response = try await client.response(
          from: url, posting: json, bytesMax: PostWebhook.responseBytesMax,
          timeout: PostWebhook.timeout)
        return (response.status, response.body)
      },
      report: { warning.record($0) })
  }
}
