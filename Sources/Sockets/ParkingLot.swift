/// Guests whose descriptors have nothing to tell for a while: they wait without a task, whose stack
/// and bookkeeping would be most of what an idle connection costs.
///
/// One task takes those that are to go on, by `next`. It belongs to one loop, and all is called
/// there, which is what makes it Sendable.
public final class ParkingLot<Guest>: @unchecked Sendable {
  private let loop: EventLoop
  private var parked: [UInt64: (guest: Guest, registration: Registration)] = [:]
  /// Those that go on, in the order in which they were woken; those before `wokenStart` have gone.
  private var woken: [Guest] = []
  private var wokenStart = 0
  private var isClosed = false
  private var sleeper: UInt64?

  public init(on loop: EventLoop) {
    self.loop = loop
  }

  /// How many stand here, those that were woken and not taken yet included.
  public var count: Int { parked.count + woken.count - wokenStart }

  /// Keeps a guest until its descriptor can be read, the deadline comes, or its stay on the loop
  /// ends; which of them it was, it finds out by trying to read.
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

  /// Lets all who stand here go on.
  public func wakeAll() {
    for (id, place) in parked.sorted(by: { $0.key < $1.key }) {
      loop.endWait(id, on: place.registration)
    }
  }

  private func wakeTaker() {
    if let sleeper { loop.wake(sleeper) }
  }

  /// Waits for the next guest that is to go on; nil when the lot is closed and empty, or when the
  /// calling task is cancelled.
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

  /// Lets `next` end once the last guest has gone.
  public func close() {
    isClosed = true
    wakeTaker()
  }

  /// Hands out all who stand here, whether they were woken or not.
  public func removeAll() -> [Guest] {
    defer {
      parked.removeAll()
      woken.removeAll()
      wokenStart = 0
    }
    return Array(woken[wokenStart...]) + parked.values.map(\.guest)
  }
}
