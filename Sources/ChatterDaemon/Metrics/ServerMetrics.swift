import ChatterServer
import System
import WebServer

/// Counts what happens in a server, for `/metrics`. All loops share it.
final class ServerMetrics: Sendable {
  /// The values of the labels of a counter.
  typealias Labels = [String]

  struct RequestKey: Hashable {
    let endpoint: Endpoint
    let status: Int
    let version: String

    var labels: Labels { [endpoint.name, "\(status)", version] }
  }

  /// What became of a post.
  enum Outcome: String, CaseIterable {
    case stored, refused, failed
    /// The connection to the database was lost during the commit.
    case unknown

    init(status: Int) {
      self =
        switch status {
        case 200..<300: .stored
        case 504: .unknown
        case 500...: .failed
        default: .refused
        }
    }
  }

  /// Why connections were closed by the server before or during their requests.
  enum Closed: String, CaseIterable {
    case address, proxy, flood
  }

  /// Why a statement failed.
  enum DatabaseFailure: String, CaseIterable {
    case unavailable
    case connectionLost = "connection-lost"
    case timedOut = "timed-out"
    case cancelled
    case poolExhausted = "pool-exhausted"
    case refused, unexpected
  }

  struct State {
    /// With a key that needs no memory of its own, as each request is counted.
    var requests: [RequestKey: Int] = [:]
    var durations: [Endpoint: Histogram] = [:]
    var requestBytes: [Endpoint: Int] = [:]
    var responseBytes: [Endpoint: Int] = [:]
    var cutShort = 0
    /// By endpoint and outcome.
    var posts = ServerMetrics.zeros(Outcome.allCases.map(\.rawValue))
    /// By endpoint and reason.
    var refusals = ServerMetrics.zeros(Problem.codesOfPosts)
    /// By version of TLS, and whether the session was resumed.
    var handshakes: [Labels: Int] = [:]
    var handshakeFailures = 0
    var closed: [Closed: Int] = [:]
    var acceptPauses = 0
    var commits = Histogram(bounds: Histogram.batchSizes)
    var statements = Histogram(bounds: Histogram.requestSeconds)
    var databaseFailures: [DatabaseFailure: Int] = [:]
    var skippedRows = 0
    var wrongPasswords = 0
  }

  private let state = Lock(State())

  /// Counters that exist before the first event, so that a rate shows it.
  private static func zeros(_ values: [String]) -> [Labels: Int] {
    let pairs = Endpoint.allCases.filter(\.acceptsPosts).flatMap { endpoint in
      values.map { ([endpoint.name, $0], 0) }
    }
    return Dictionary(pairs) { first, _ in first }
  }

  var counts: State { state.withLock { $0 } }

  /// Changes the counts.
  func count(_ change: (inout State) -> Void) { state.withLock { change(&$0) } }

  func record(_ record: AccessRecord) {
    let endpoint = Endpoint.at(record.path)
    let key = RequestKey(endpoint: endpoint, status: record.status, version: record.version)
    state.withLock { state in
      state.requests[key, default: 0] += 1
      state.durations[endpoint, default: Histogram(bounds: Histogram.requestSeconds)]
        .record(record.duration)
      if record.requestBytes > 0 { state.requestBytes[endpoint, default: 0] += record.requestBytes }
      if record.responseBytes > 0 {
        state.responseBytes[endpoint, default: 0] += record.responseBytes
      }
      if !record.isComplete { state.cutShort += 1 }
      guard record.method == "POST", endpoint.acceptsPosts else { return }
      let outcome = Outcome(status: record.status).rawValue
      state.posts[[endpoint.name, outcome], default: 0] += 1
    }
  }
}
