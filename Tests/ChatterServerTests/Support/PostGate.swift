/// Holds posts until it is opened, and counts them.
actor PostGate {
  private(set) var arrivals = 0
  private var isOpen = false
  private var waiters: [CheckedContinuation<Void, Never>] = []

  func open() {
    isOpen = true
    for waiter in waiters { waiter.resume() }
    waiters = []
  }

  func pass() async {
    arrivals += 1
    if !isOpen { await withCheckedContinuation { waiters.append($0) } }
  }
}
