private import CLinux
private import Glibc
private import Synchronization

/// A thread that waits in epoll_wait(2) and runs the tasks whose sockets are ready.
///
/// It is a `TaskExecutor`. A task that is started with it as its preference stays on its thread for
/// its whole life, so that the state of a connection needs no lock and no thread switch. What lives
/// on it is a plain class that never leaves it (`LoopBound`). Everything below "On the loop" is
/// accessed by its thread only, which makes `@unchecked` correct.
///
/// Events are edge-triggered: a socket is registered once, and read or written until it would block
/// before the next wait. A descriptor that a library reads and writes is level-triggered.
public final class EventLoop: TaskExecutor, @unchecked Sendable {
  /// How the events of a descriptor are reported.
  public enum Trigger: Sendable {
    /// Once when it becomes ready, for sockets that are read and written until they would block.
    case edge
    /// While it is ready, for descriptors that a library reads and writes. Input ends a wait of the
    /// writer too, since the library may have to read before it can write. Input that arrives
    /// without a waiter is recorded once (`takeInput`).
    case level
  }

  /// A message from another thread to the loop.
  enum Message {
    case job(UnownedJob)
    case cancelWait(id: UInt64, Registration)
    case cancelSleep(id: UInt64)
    case interrupt(Readiness, Registration)
    /// A descriptor that its owner released on another thread, to be detached and closed here.
    case release(Registration)
    case stop
  }

  enum TimerSubject {
    case registration(Registration)
    case sleeper(UInt64)
  }

  /// Maximum number of rounds of newly enqueued jobs to run before the sockets are polled again.
  private static let roundsMax = 8
  /// The value that the mailbox's descriptor has instead of a registration.
  private static let wakeToken = UInt64.max
  /// How many entries the timer queue may have beyond twice the number of live ones.
  private static let staleTimersMax = 256

  private let name: String
  /// The clock of this loop; nil for the system's.
  private let clock: VirtualClock?
  private let mailbox: LoopMailbox<Message>
  /// The thread's pthread_t; 0 while there is no thread. Only the loop's own thread compares equal
  /// to it, and for that thread only the order of its own stores matters.
  private let thread = Atomic<UInt>(0)

  // On the loop.
  let epoll: Epoll
  private var ready: [UnownedJob] = []
  private var running: [UnownedJob] = []
  private var messages: [Message] = []
  private(set) var isStopping = false
  /// The number of waits for events so far.
  public private(set) var tick: UInt64 = 0
  /// How long events had to wait because the loop was busy: the times between two waits, in
  /// seconds. Access it on the loop only.
  public private(set) var busyTimes = Histogram(bounds: Histogram.tickSeconds)
  var table = ReadinessTable<Waiter>()
  var timers = TimerQueue<TimerSubject>()
  var sleepers: [UInt64: Waiter] = [:]
  private var lastID: UInt64 = 0

  /// Starts the thread of the loop.
  ///
  /// - Parameter name: The name that ps and gdb show; Linux keeps 15 bytes of it.
  public convenience init(name: String) throws(Errno) {
    try self.init(name: name, clock: nil)
  }

  /// Starts the thread of a loop whose time is that of a clock; nil for the system's.
  package init(name: String, clock: VirtualClock?) throws(Errno) {
    self.name = name
    self.clock = clock
    epoll = try Epoll()
    mailbox = try LoopMailbox()
    try epoll.add(mailbox.descriptor, for: .edges, token: Self.wakeToken)
    clock?.add(self)
    try startThread()
  }

  private func startThread() throws(Errno) {
    // The thread owns the loop until it ends.
    try SystemThread.start(name) {
      self.thread.store(pthread_self(), ordering: .relaxed)
      VirtualClock.setCurrent(self.clock)
      self.runUntilStopped()
      VirtualClock.setCurrent(nil)
    }
  }

  /// Whether the calling thread is the thread of this loop.
  public var isCurrent: Bool { pthread_self() == thread.load(ordering: .relaxed) }

  /// Ends every current and later wait on this loop with `cancelled`, and ends the thread when no
  /// jobs are left. A job that is enqueued after that restarts the thread until the job is done.
  public func stop() {
    submit(.stop)
  }

  /// Runs an operation as a task of this loop and returns what it returns.
  public func run<Success: Sendable>(
    _ operation: @escaping @Sendable () async throws -> Success
  ) async throws -> Success {
    let task = Task(executorPreference: self) { try await operation() }
    return try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
  }

  // MARK: Executor

  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    if isCurrent {
      ready.append(job)
    } else {
      submit(.job(job))
    }
  }

  /// Ends the process if the calling thread is not the thread of this loop.
  public func checkIsolated() {
    precondition(isCurrent, "not on the event loop")
  }

  func submit(_ message: Message) {
    guard mailbox.send(message) else { return }
    // The thread has ended. If no new one can be started, the message stays for the next sender to
    // try.
    do throws(Errno) { try startThread() } catch { mailbox.abandon() }
  }

  // MARK: Running

  private func runUntilStopped() {
    var wokeUp = Deadline.now
    while true {
      takeMessages()
      runReady()
      if isStopping, ready.isEmpty {
        // No thread may appear to be the loop's once another one can become it.
        thread.store(0, ordering: .relaxed)
        if mailbox.retire() { return }
        thread.store(pthread_self(), ordering: .relaxed)
        continue
      }
      tick &+= 1
      busyTimes.record(Deadline.now.duration(since: wokeUp))
      epoll.wait(milliseconds: waitMilliseconds) { event in fire(event) }
      wokeUp = .now
      // After the events: an event that arrived in time takes precedence over its deadline, however
      // late it is handled.
      expireTimers(at: wokeUp)
    }
  }

  /// The timeout of epoll_wait: 0 when there are jobs, -1 for no limit.
  private var waitMilliseconds: Int32 {
    guard ready.isEmpty else { return 0 }
    // A virtual clock wakes its loops when it is advanced.
    guard clock == nil || timers.next.hasPassed else { return -1 }
    return timers.next.remaining?.waitMilliseconds ?? -1
  }

  private func takeMessages() {
    mailbox.take(into: &messages)
    for message in messages {
      switch message {
      case .job(let job): ready.append(job)
      case .cancelWait(let id, let registration): endWait(id, on: registration)
      case .cancelSleep(let id): sleepers.removeValue(forKey: id)?.resume(.cancelled)
      case .interrupt(let readiness, let registration):
        table.interrupt(readiness, on: registration)?.resume(.timedOut)
      case .release(let registration): release(registration)
      case .stop: cancelAll()
      }
    }
    messages.removeAll(keepingCapacity: true)
  }

  /// Runs the ready jobs and the jobs that they enqueue, in a bounded number of rounds, so that a
  /// busy task cannot keep the loop from its sockets.
  private func runReady() {
    for _ in 0..<Self.roundsMax where !ready.isEmpty {
      swap(&ready, &running)
      for job in running { unsafe job.runSynchronously(on: asUnownedTaskExecutor()) }
      running.removeAll(keepingCapacity: true)
    }
  }

  private func fire(_ event: Epoll.Event) {
    guard event.token != Self.wakeToken else { return }
    let registration = Registration(packed: event.token)
    let (reader, writer) = table.fire(
      registration, read: event.isReadable, write: event.isWritable, ended: event.hasEnded)
    reader?.resume(.ready)
    writer?.resume(.ready)
    arm(registration)
  }

  private func expireTimers(at now: Deadline) {
    while let (subject, deadline) = timers.popDue(at: now) {
      switch subject {
      case .sleeper(let id): sleepers.removeValue(forKey: id)?.resume(.timedOut)
      case .registration(let registration):
        let (expired, next) = table.expire(registration, timer: deadline, now: now)
        for waiter in expired { waiter.resume(.timedOut) }
        if let next { timers.insert(.registration(registration), at: next) }
      }
    }
  }

  /// Sets a timer, and removes the stale timers when they outnumber the possible live ones.
  func setTimer(_ subject: TimerSubject, at deadline: Deadline) {
    timers.insert(subject, at: deadline)
    let liveMax = table.attachedCount + sleepers.count
    guard timers.count > 2 * liveMax + Self.staleTimersMax else { return }
    timers.removeAll { subject, deadline in
      switch subject {
      case .registration(let registration): !table.isLive(timer: deadline, of: registration)
      case .sleeper(let id): sleepers[id] == nil
      }
    }
  }

  private func cancelAll() {
    isStopping = true
    clock?.remove(self)
    for waiter in table.cancelAll() { waiter.resume(.cancelled) }
    for waiter in sleepers.values { waiter.resume(.cancelled) }
    sleepers.removeAll()
  }

  func nextID() -> UInt64 {
    lastID += 1
    return lastID
  }
}
