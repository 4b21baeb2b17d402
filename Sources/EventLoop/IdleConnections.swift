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

  /// Adds a connection until its descriptor is readable, the deadline passes, or its registration
  /// ends. The connection finds out which of them happened by trying to read.
  package func add(
    _ connection: Connection, on registration: Registration, until deadline: Deadline
  ) {
    let id = loop.nextID()
    waiting[id] = (connection, registration)
    let waiter = Waiter { _ in self.wake(id) }
    loop.keep(waiter, id: id, for: .read, on: registration, until: deadline)
  }

  private func wake(_ id: UInt64) {
    guard let connection = waiting.removeValue(forKey: id)?.connection else { return }
    woken.append(connection)
    change.signal()
  }

  /// Wakes all waiting connections.
  public func wakeAll() {
    for (id, entry) in waiting.sorted(by: { $0.key < $1.key }) {
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
