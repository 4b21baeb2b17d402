/// Idle connections that wait for input without a task. The stack and bookkeeping of a task would
/// be most of the cost of an idle connection.
///
/// One task takes the connections that are ready to continue, with `next`. The object lives on one
/// loop.
public final class IdleConnections<Connection> {
  private let loop: EventLoop
  private var waiting: [UInt64: (connection: Connection, registration: Registration)] = [:]
  /// The connections that are ready to continue, in the order in which they were woken. Those
  /// before `wokenStart` have been taken.
  private var woken: [Connection] = []
  private var wokenStart = 0
  private var isClosed = false
  /// Signaled when a connection is woken, and at the end.
  private let change: AsyncEvent

  public init(on loop: EventLoop) {
    self.loop = loop
    change = AsyncEvent(on: loop)
  }

  /// The number of connections, including those that were woken but not taken yet.
  public var count: Int { waiting.count + woken.count - wokenStart }

  /// Adds a connection until its descriptor is readable, the deadline passes, its registration
  /// ends, or the returned function is called. The connection finds out which of them happened by
  /// trying to read.
  @discardableResult
  package func add(
    _ connection: Connection, on registration: Registration, until deadline: Deadline
  ) -> () -> Void {
    let id = loop.nextID()
    waiting[id] = (connection, registration)
    let waiter = Waiter { _ in self.wake(id) }
    loop.keep(waiter, id: id, for: .read, on: registration, until: deadline)
    return { [loop] in loop.endWait(id, on: registration) }
  }

  private func wake(_ id: UInt64) {
    guard let connection = waiting.removeValue(forKey: id)?.connection else { return }
    woken.append(connection)
    change.signal()
  }

  /// Wakes all waiting connections, or those for which a condition is true.
  public func wakeAll(where isWoken: (Connection) -> Bool = { _ in true }) {
    for (id, entry) in waiting.sorted(by: { $0.key < $1.key }) where isWoken(entry.connection) {
      loop.endWait(id, on: entry.registration)
    }
  }

  /// Waits for the next connection that is ready to continue. Returns nil when the list is closed
  /// and empty, or when the calling task is cancelled.
  public func next() async -> Connection? {
    while true {
      if let connection = takeWoken() { return connection }
      guard !isClosed || !waiting.isEmpty else { return nil }
      do throws(WaitError) { try await change.wait() } catch { return nil }
    }
  }

  private func takeWoken() -> Connection? {
    guard wokenStart < woken.count else {
      woken.removeAll(keepingCapacity: true)
      wokenStart = 0
      return nil
    }
    defer { wokenStart += 1 }
    return woken[wokenStart]
  }

  /// Lets `next` return nil after the last connection has been taken.
  public func close() {
    isClosed = true
    change.signal()
  }

  /// Removes and returns all connections, whether they were woken or not.
  public func removeAll() -> [Connection] {
    defer {
      waiting.removeAll()
      woken.removeAll()
      wokenStart = 0
    }
    return Array(woken[wokenStart...]) + waiting.values.map(\.connection)
  }
}
