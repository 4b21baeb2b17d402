internal import Chatter
internal import ChatterStore
internal import System

/// Lets another server decide on each post before it is stored.
///
/// The webhook receives a JSON object with `username`, `message` and `audio`; `audio` is null or
/// has the clip's `sha256`, its `duration` in seconds and its size in `bytes`. It responds with 2xx
/// to accept the post, or 403 to refuse it, with a `detail` for the user (RFC 9457). Every other
/// response means that the post cannot be reviewed: the client tries again later.
public final class PostWebhook: Sendable {
  /// Maximum time from the request to the end of its response.
  public static let timeout = Duration.seconds(5)
  /// Maximum number of requests at the same time. Further posts wait, and addresses take turns.
  public static let concurrentMax = 128
  /// Maximum number of these for the posts of one address.
  public static let concurrentPerAddressMax = concurrentMax / 8
  /// Maximum size of a response, in bytes.
  public static let responseBytesMax = 16 << 10
  /// Maximum length of a detail that is passed on to the user, in characters.
  static let detailCharactersMax = 500
  static let retryAfter = Duration.seconds(5)

  /// Sends a JSON body, and returns the status and the body of the response. It must end after
  /// `timeout`.
  public typealias Send = @Sendable (_ json: [UInt8]) async throws -> (status: Int, body: [UInt8])

  private let send: Send
  private let report: @Sendable (_ reason: String) -> Void
  private let slots = AsyncSemaphore(
    countMax: concurrentMax, shareMax: concurrentPerAddressMax)

  /// Creates a webhook. `report` receives the reason for each post that could not be reviewed.
  public init(send: @escaping Send, report: @escaping @Sendable (_ reason: String) -> Void) {
    (self.send, self.report) = (send, report)
  }

  var waitingCount: Int { slots.waiterCount }

  /// Throws a denial unless the webhook accepts a post from a client's address.
  func review(_ chatt: NewChatt, for client: String) async throws(Problem) {
    guard await slots.wait(for: client) else { throw notReviewed("the server is stopping") }
    defer { slots.signal(for: client) }
    let response: (status: Int, body: [UInt8])
    do { response = try await send(Self.body(of: chatt)) } catch {
      throw notReviewed("\(error)")
    }
    switch response.status {
    case 200..<300: return
    case 403: throw .refused(Self.detail(in: response.body))
    default: throw notReviewed("status \(response.status)")
    }
  }

  private func notReviewed(_ reason: String) -> Problem {
    report(reason)
    return .notReviewed
  }

  static func body(of chatt: NewChatt) -> [UInt8] {
    var json: [UInt8] = []
    JSONWriter.append(raw: #"{"username":"#, chatt.username, to: &json)
    JSONWriter.append(raw: #","message":"#, chatt.message, to: &json)
    JSONWriter.append(raw: #","audio":"#, to: &json)
    if let clip = chatt.audio {
      JSONWriter.append(raw: #"{"sha256":"#, chatt.audioSHA256.map(StoredChatt.hex), to: &json)
      let seconds = StoredChatt.seconds(Int64(clip.facts.duration / .microseconds(1)))
      json += Array(",\"duration\":\(seconds),\"bytes\":\(clip.bytes.count)}".utf8)
    } else {
      JSONWriter.append(raw: "null", to: &json)
    }
    JSONWriter.append(raw: "}", to: &json)
    return json
  }

  /// Returns the text for the user in a response, on one line and without characters that hide or
  /// reorder text; nil if it has none.
  private static func detail(in body: [UInt8]) -> String? {
    guard let document = try? JSONDocument(body[...]), let text = document.object?["detail"]?.text,
      !text.isEmpty
    else { return nil }
    var shown = String.UnicodeScalarView()
    for scalar in text.prefix(detailCharactersMax).unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: shown.append(" ")
      // Zero-width joiners belong to the characters that they join (UAX 29).
      case .format where scalar != "\u{200C}" && scalar != "\u{200D}": shown.append("\u{FFFD}")
      default: shown.append(scalar)
      }
    }
    return String(shown)
  }
}
