import ChatterServer
import EventLoop
import WebServer

/// Counts what happens in a server, for `/metrics`. All loops share it.
final class ServerMetrics: Sendable {
  struct RequestKey: Hashable {
    let endpoint: Endpoint
    let status: Int
    let version: String
  }

  struct Refusal: Hashable {
    let endpoint: Endpoint
    let reason: String
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

  struct PostKey: Hashable {
    let endpoint: Endpoint
    let outcome: Outcome
  }

  struct Handshake: Hashable {
    let version: String
    let isResumed: Bool
  }

  /// Why connections were closed by the server before or during their requests.
  enum Closed: String, CaseIterable {
    case address, proxy, flood
  }

  struct State {
    var requests: [RequestKey: Int] = [:]
    var durations: [Endpoint: Histogram] = [:]
    var requestBytes: [Endpoint: Int] = [:]
    var responseBytes: [Endpoint: Int] = [:]
    var cutShort = 0
    var posts: [PostKey: Int] = [:]
    var refusals: [Refusal: Int] = [:]
    var handshakes: [Handshake: Int] = [:]
    var handshakeFailures = 0
    var closed: [Closed: Int] = [:]
    var acceptPauses = 0
    var commits = Histogram(bounds: Histogram.batchSizes)
    var statements = Histogram(bounds: Histogram.requestSeconds)
    var databaseFailures: [String: Int] = [:]
    var skippedRows = 0
    var wrongPasswords = 0
  }

  private static let posting: Set<Endpoint> = [.postChatt, .postAudio, .chatts]

  private let state = Lock(State())

  var counts: State { state.withLock { $0 } }

  func record(_ event: ServerEvent) {
    switch event {
    case .responded(let record): self.record(record)
    case .handshakeCompleted(let version, let isResumed):
      let handshake = Handshake(version: version, isResumed: isResumed)
      state.withLock { $0.handshakes[handshake, default: 0] += 1 }
    case .handshakeFailed: state.withLock { $0.handshakeFailures += 1 }
    case .addressRefused: record(.address)
    case .proxyHeaderRefused: record(.proxy)
    case .floodStopped: record(.flood)
    case .acceptPaused: state.withLock { $0.acceptPauses += 1 }
    }
  }

  private func record(_ closed: Closed) {
    state.withLock { $0.closed[closed, default: 0] += 1 }
  }

  private func record(_ record: AccessRecord) {
    let endpoint = Endpoint(path: record.path)
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
      guard record.method == "POST", Self.posting.contains(endpoint) else { return }
      let post = PostKey(endpoint: endpoint, outcome: Outcome(status: record.status))
      state.posts[post, default: 0] += 1
    }
  }

  func record(_ event: ServiceEvent) {
    state.withLock { state in
      switch event {
      case .refused(let endpoint, let reason):
        state.refusals[Refusal(endpoint: endpoint, reason: reason), default: 0] += 1
      case .rowsSkipped(let count): state.skippedRows += count
      // These are reported as refusals, too.
      case .failed, .denied: break
      }
    }
  }

  /// Records a group commit of this many posts.
  func recordCommit(of postCount: Int) {
    state.withLock { $0.commits.record(Double(postCount)) }
  }

  /// Records how long a database connection was lent for statements.
  func recordStatements(lasting duration: Duration) {
    state.withLock { $0.statements.record(duration) }
  }

  /// Records a wrong password for the operators' page.
  func recordWrongPassword() { state.withLock { $0.wrongPasswords += 1 } }

  func recordDatabaseFailure(_ kind: String) {
    state.withLock { $0.databaseFailures[kind, default: 0] += 1 }
  }
}
