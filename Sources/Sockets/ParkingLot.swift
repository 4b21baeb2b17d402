/// Idle connections (guests) that wait for input without a task. The stack and bookkeeping of a
/// task would be most of the cost of an idle connection.
///
/// One task takes the guests that are ready to continue, with `next`. The lot belongs to one loop,
/// and all its functions are called there, which makes it Sendable.
public final class ParkingLot<Guest>: @unchecked Sendable {
  private let loop: EventLoop
  private var parked: [UInt64: (guest: Guest, registration: Registration)] = [:]
  /// The guests that are ready to continue, in the order in which they were woken. Those before
  /// `wokenStart` have been taken.
  private var woken: [Guest] = []
  private var wokenStart = 0
  private var isClosed = false
  private var sleeper: UInt64?

  public init(on loop: EventLoop) {
    self.loop = loop
  }

  /// The number of guests, including those that were woken but not taken yet.
  public var count: Int { parked.count + woken.count - wokenStart }

  /// Keeps a guest until its descriptor is readable, the deadline passes, or its registration ends.
  /// The guest finds out which of them happened by trying to read.
  func park(_ guest: Guest, on registration: Registration, until deadline: Deadline) {
    let id = loop.nextID()
    parked[id] = (guest, registration)
    let waiter = Waiter { _ in self.wake(id) }
    loop.keep(waiter, id: id, for: .read, on: registration, until: deadline)
  }

  private func wake(_ id: UInt64) {
    guard let guest = parked.removeValue(forKey: id)?.guest else { return }
    woken.append(guest)
    wakeTaker()
  }

  /// Wakes all waiting guests.
  public func wakeAll() {
    for (id, place) in parked.sorted(by: { $0.key < $1.key }) {
      loop.endWait(id, on: place.registration)
    }
  }

  private func wakeTaker() {
    if let sleeper { loop.wake(sleeper) }
  }

  /// Waits for the next guest that is ready to continue. Returns nil when the lot is closed and
  /// empty, or when the calling task is cancelled.
  nonisolated(nonsending) public func next() async -> Guest? {
    while true {
      if let guest = takeWoken() { return guest }
      guard !isClosed || !parked.isEmpty else { return nil }
      let id = loop.nextID()
      sleeper = id
      let outcome = await loop.sleep(as: id, until: .never)
      sleeper = nil
      if outcome == .cancelled { return nil }
    }
  }

  private func takeWoken() -> Guest? {
    guard wokenStart < woken.count else {
      woken.removeAll(keepingCapacity: true)
      wokenStart = 0
      return nil
    }
    defer { wokenStart += 1 }
    return woken[wokenStart]
  }

  /// Lets `next` return nil after the last guest has been taken.
  public func close() {
    isClosed = true
    wakeTaker()
  }

  /// Removes and returns all guests, whether they were woken or not.
  public func removeAll() -> [Guest] {
    defer {
      parked.removeAll()
      woken.removeAll()
      wokenStart = 0
    }
    return Array(woken[wokenStart...]) + parked.values.map(\.guest)
  }
}
