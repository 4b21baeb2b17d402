import Chatter

/// Holds posts until it is opened, and counts them.
actor PostGate {
  private(set) var arrivals = 0
  private var isOpen = false
  private var waiters: [CheckedContinuation<Void, Never>] = []
  private var watchers: [(count: Int, CheckedContinuation<Void, Never>)] = []

  func open() {
    isOpen = true
    for waiter in waiters { waiter.resume() }
    waiters = []
  }

  func pass() async {
    arrivals += 1
    for watcher in watchers where watcher.count <= arrivals { watcher.1.resume() }
    watchers.removeAll { $0.count <= arrivals }
    if !isOpen { await withCheckedContinuation { waiters.append($0) } }
  }

  /// Waits until this many posts have arrived.
  func waitForArrivals(_ count: Int) async {
    if arrivals < count { await withCheckedContinuation { watchers.append((count, $0)) } }
  }
}

/// A store whose posts wait at a gate.
struct GatedStore: PostStore {
  let gate: PostGate

  /// What every post returns.
  static let posted = PostedChatt(
    id: ChattID("01942485-5e23-7d27-9f0c-0d6a4b0e8a51")!, createdAt: Timestamp(clamping: 0))

  init(_ gate: PostGate) { self.gate = gate }

  func post(_ chatt: NewChatt) async throws(TimelineError) -> PostedChatt {
    await gate.pass()
    return Self.posted
  }

  func post(
    _ chatt: NewChatt, once key: PostKey
  ) async throws(TimelineError) -> PostedChatt {
    try await post(chatt)
  }
}
