internal import Chatter
internal import HTTP
internal import System

/// Decides whether a valid post is accepted, before it is stored: by the operator's list and by a
/// webhook. Without both, every post is accepted.
public struct PostReview: Sendable {
  /// Size of a message from which on it is compared with the blocked words off the loop, in bytes.
  static let loopBytesMax = 16 << 10

  /// The list, which the operator can replace while the server runs.
  public var blocklist: BlocklistSlot?
  public var webhook: PostWebhook?

  public init() {}
}

/// The current list, for all loops.
public final class BlocklistSlot: Sendable {
  private let list: Lock<Blocklist>

  public init(_ list: Blocklist) { self.list = Lock(list) }

  var current: Blocklist { list.withLock { $0 } }

  /// Number of rules of the current list.
  public var ruleCount: Int { current.count }

  /// Replaces the list. Posts in progress may still be compared with the last one.
  public func replace(with new: Blocklist) { list.withLock { $0 = new } }
}

extension ChatterService {
  func review(_ chatt: NewChatt, of request: Request) async throws {
    if let list = settings.review.blocklist?.current, list.count > 0 {
      let isShort = (chatt.message?.utf8.count ?? 0) <= PostReview.loopBytesMax
      let rule =
        isShort
        ? list.refusal(of: chatt)
        : try await settings.workers.run(for: request.client.keyText) { list.refusal(of: chatt) }
      if let rule { throw Problem.blocked(rule) }
    }
    try await settings.review.webhook?.review(chatt, for: request.client.keyText)
  }
}

extension Problem {
  /// The denial of a post by a rule of the list. It does not say which word, so that nobody learns
  /// how to avoid it.
  static func blocked(_ rule: Blocklist.Rule) -> Problem {
    let detail =
      switch rule {
      case .user: "this user may not post on this server: ask its operator"
      case .word: "the message contains a word that this server does not accept: rephrase it"
      case .clip: "this server does not accept this clip: record another one"
      }
    return Problem(.forbidden, "\(rule.rawValue)-blocked", detail, isDenial: true)
  }

  /// The denial of a post by the webhook, with its text if it gave one.
  static func refused(_ detail: String?) -> Problem {
    Problem(
      .forbidden, "post-refused", detail ?? "this server does not accept this post: change it",
      isDenial: true)
  }

  /// The problem while the webhook does not decide. It is an error of the server, not a denial.
  static let notReviewed = Problem(
    .serviceUnavailable, "review-unavailable",
    "the post cannot be reviewed now, nothing was stored: try again later",
    after: PostWebhook.retryAfter)
}
