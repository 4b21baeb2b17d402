internal import Crypto
public import System

/// The keys of an identity provider, for all loops: performs what `KeyCacheMachine` decides.
public final class KeyCache: Sendable {
  /// Loads the keys. It must end after a limited time.
  public typealias Load = @Sendable () async throws -> KeySet

  private struct State {
    var machine: KeyCacheMachine
    var waiters: [CheckedContinuation<Void, Never>] = []
    var hasFailed = false
  }

  private let state: Lock<State>
  private let load: Load
  private let start: @Sendable (@escaping @Sendable () async -> Void) -> Void
  private let report: @Sendable (Event) -> Void
  private let now: @Sendable () -> Deadline

  /// What is worth a line in the log.
  public enum Event: Sendable, Equatable {
    /// Keys were loaded for the first time, or after a failure.
    case loaded(count: Int)
    /// The first failure after a success. The last keys remain in use.
    case failed(reason: String)
  }

  /// Creates a cache without keys. `start` starts a task on a loop.
  public init(
    times: KeyCacheTimes, load: @escaping Load,
    start: @escaping @Sendable (@escaping @Sendable () async -> Void) -> Void,
    report: @escaping @Sendable (Event) -> Void,
    now: @escaping @Sendable () -> Deadline = { .now }
  ) {
    state = Lock(State(machine: KeyCacheMachine(times: times)))
    (self.load, self.start, self.report, self.now) = (load, start, report, now)
  }

  /// Loads the keys again, as when the operator sends SIGHUP.
  public func reload() {
    let now = now()
    if state.withLock({ $0.machine.begin(at: now) }) { startLoad() }
  }

  /// Returns the key of a token. Waits for a load if the key is not known and a load is permitted.
  func key(
    for algorithm: SignatureAlgorithm, id: String?
  ) async throws(Problem) -> PublicKey {
    var hasWaited = false
    while true {
      let now = now()
      let decision = state.withLock { [hasWaited] state in
        state.machine.decide(algorithm, keyID: id, hasWaited: hasWaited, at: now)
      }
      switch decision {
      case .use(let key, let mustLoad):
        if mustLoad { startLoad() }
        return key
      case .wait(let mustLoad):
        if mustLoad { startLoad() }
        await waitForLoad()
        hasWaited = true
      case .unknownKey:
        throw .token("unknown-key", "is signed with a key that its issuer does not publish")
      case .unavailable(let delay):
        throw .unavailable(
          reason: "no-keys",
          text: "the keys of the identity provider are not available: try again later",
          retryAfter: delay)
      }
    }
  }

  private func waitForLoad() async {
    await withCheckedContinuation { continuation in
      let isLoading = state.withLock { state in
        if state.machine.isLoading { state.waiters.append(continuation) }
        return state.machine.isLoading
      }
      if !isLoading { continuation.resume() }
    }
  }

  private func startLoad() {
    start {
      do {
        let keys = try await self.load()
        self.end(with: keys, event: .loaded(count: keys.keys.count))
      } catch {
        self.end(with: nil, event: .failed(reason: "\(error)"))
      }
    }
  }

  private func end(with keys: KeySet?, event: Event) {
    let now = now()
    let (waiters, isNews) = state.withLock { state in
      let hasFailed = keys == nil
      let isNews = hasFailed != state.hasFailed || (!hasFailed && state.machine.isEmpty)
      state.hasFailed = hasFailed
      state.machine.end(with: keys, at: now)
      defer { state.waiters = [] }
      return (state.waiters, isNews)
    }
    if isNews { report(event) }
    for waiter in waiters { waiter.resume() }
  }
}
