private import CLinux
private import Glibc
private import Synchronization

/// A thread that sits in epoll_wait(2) and runs the tasks whose sockets became ready.
///
/// It is a `TaskExecutor`: a task started with it as its preference stays on its thread for life,
/// so that what a connection owns needs no lock and no hop. It is a `SerialExecutor` too, so that
/// an actor can live on it. Everything below "on the loop" is touched by its thread alone.
///
/// Events are edge-triggered: a socket is registered once, read or written until it would block,
/// and only then waited for. A descriptor that a library owns is armed anew at each wait.
@safe public final class EventLoop: TaskExecutor, SerialExecutor, @unchecked Sendable {
  /// How a descriptor's events are told.
  public enum Trigger: Sendable {
    /// Once when it becomes ready: for sockets that are read and written until they would block.
    case edge
    /// When it is ready at the moment of waiting: for descriptors that a library reads and writes.
    case oneShot
  }

  enum Outcome { case ready, timedOut, cancelled }

  typealias Waiter = UnsafeContinuation<Outcome, Never>

  enum TimerSubject {
    case registration(Registration)
    case sleeper(UInt64)
  }

  /// What other threads hand to the loop.
  private enum Remote {
    case job(UnownedJob)
    case cancelWait(id: UInt64, Registration)
    case cancelSleep(id: UInt64)
    case stop
  }

  /// How many events one epoll_wait takes at most.
  private static let eventsMax: Int32 = 256
  /// What the wake descriptor bears in place of a registration.
  private static let wakeMark = UInt64.max

  private let epoll: FileDescriptor
  private let wake: FileDescriptor
  private let remote = Mutex<[Remote]>([])
  /// Held until `thread` is known, which the thread itself asks for.
  private let starting = Mutex(())

  // On the loop.
  private var thread = pthread_t()
  private var ready: [UnownedJob] = []
  private var running: [UnownedJob] = []
  private var isStopping = false
  private var table = unsafe ReadinessTable<Waiter>()
  private var triggers: [Int32: Trigger] = [:]
  private var timers = TimerQueue<TimerSubject>()
  private var sleepers: [UInt64: Waiter] = unsafe [:]
  private var lastID: UInt64 = 0

  /// Starts the loop's thread.
  ///
  /// - Parameter name: shown by ps and gdb; Linux keeps 15 bytes of it.
  public init(name: String) throws(SocketError) {
    do throws(Errno) {
      epoll = FileDescriptor(owning: try systemCall { epoll_create1(Int32(EPOLL_CLOEXEC)) })
      let flags = Int32(EFD_NONBLOCK | EFD_CLOEXEC)
      wake = FileDescriptor(owning: try systemCall { eventfd(0, flags) })
      try control(
        EPOLL_CTL_ADD, wake.number, events: EPOLLIN.rawValue | EPOLLET.rawValue,
        mark: Self.wakeMark)
    } catch {
      throw error.isExhaustion ? .exhausted(error) : .system(error, call: "epoll_create1")
    }
    startThread(name: name)
  }

  private func startThread(name: String) {
    // The thread owns the loop until it ends.
    let context = unsafe Unmanaged.passRetained(self).toOpaque()
    starting.withLock { _ in
      let status = unsafe pthread_create(
        &thread, nil,
        { context in
          guard let context = unsafe context else { return nil }
          let loop = unsafe Unmanaged<EventLoop>.fromOpaque(context).takeRetainedValue()
          loop.starting.withLock { _ in }
          loop.turnUntilStopped()
          return nil
        }, context)
      precondition(status == 0, "no thread could be started")
      _ = unsafe pthread_setname_np(thread, String(name.prefix(15)))
    }
  }

  /// Whether the calling thread is this loop's.
  public var isCurrent: Bool { pthread_equal(pthread_self(), thread) != 0 }

  /// Ends the thread when no job is left; tasks that still wait are never resumed.
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

  public func asUnownedSerialExecutor() -> UnownedSerialExecutor {
    unsafe UnownedSerialExecutor(ordinary: self)
  }

  public func checkIsolated() {
    precondition(isCurrent, "not on the event loop")
  }

  public func isIsolatingCurrentContext() -> Bool? { isCurrent }

  private func submit(_ work: consuming Remote) {
    let isFirst = remote.withLock { queue in
      queue.append(work)
      return queue.count == 1
    }
    guard isFirst else { return }
    // It can only fail when the counter is full, and then the loop is awake anyway.
    _ = eventfd_write(wake.number, 1)
  }

  // MARK: Turning

  private func turnUntilStopped() {
    let events = UnsafeMutableBufferPointer<epoll_event>.allocate(capacity: Int(Self.eventsMax))
    defer { unsafe events.deallocate() }
    while true {
      takeRemote()
      runReady()
      expireTimers()
      if ready.isEmpty, isStopping, remote.withLock({ $0.isEmpty }) { return }
      let count = unsafe epoll_wait(
        epoll.number, events.baseAddress, Self.eventsMax, waitMilliseconds)
      guard count > 0 else { continue }
      for index in 0..<Int(count) {
        let event = unsafe events[index]
        unsafe fire(mark: unsafe event.data.u64, events: event.events)
      }
    }
  }

  /// How long epoll_wait may sleep: 0 when work is there, -1 for ever.
  private var waitMilliseconds: Int32 {
    guard ready.isEmpty else { return 0 }
    guard let remaining = timers.next.remaining else { return -1 }
    let (seconds, attoseconds) = remaining.components
    guard seconds < 3600 else { return 3_600_000 }
    // Rounded up: to wake a little early would spin until the instant.
    return Int32(seconds) * 1000
      + Int32((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
  }

  private func takeRemote() {
    let works = remote.withLock { queue in
      let taken = queue
      queue = []
      return taken
    }
    for work in works {
      switch work {
      case .job(let job): ready.append(job)
      case .cancelWait(let id, let registration):
        unsafe table.cancel(id: id, on: registration)?.resume(returning: .cancelled)
      case .cancelSleep(let id):
        unsafe sleepers.removeValue(forKey: id)?.resume(returning: .cancelled)
      case .stop: isStopping = true
      }
    }
  }

  /// Runs the jobs that are there now; those that they make wait for the next turn, so that a
  /// busy task cannot keep the loop from its sockets.
  private func runReady() {
    swap(&ready, &running)
    for job in running {
      unsafe job.runSynchronously(
        isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
    }
    running.removeAll(keepingCapacity: true)
  }

  private func expireTimers() {
    guard timers.next != .never else { return }
    let now = Deadline.now
    while let (subject, deadline) = timers.popDue(at: now) {
      switch subject {
      case .sleeper(let id):
        unsafe sleepers.removeValue(forKey: id)?.resume(returning: .timedOut)
      case .registration(let registration):
        let (expired, next) = unsafe table.expire(registration, timer: deadline, now: now)
        unsafe expired.forEach { unsafe $0.resume(returning: .timedOut) }
        if let next { timers.insert(.registration(registration), at: next) }
      }
    }
  }

  private func fire(mark: UInt64, events: UInt32) {
    guard mark != Self.wakeMark else {
      var count: eventfd_t = 0
      _ = unsafe eventfd_read(wake.number, &count)
      return
    }
    // An error or a hang-up makes both directions ready: the system call then says which it is.
    let both = EPOLLERR.rawValue | EPOLLHUP.rawValue
    let (reader, writer) = unsafe table.fire(
      Registration(packed: mark),
      read: events & (EPOLLIN.rawValue | EPOLLRDHUP.rawValue | both) != 0,
      write: events & (EPOLLOUT.rawValue | both) != 0,
      ended: events & (EPOLLRDHUP.rawValue | both) != 0)
    unsafe reader?.resume(returning: .ready)
    unsafe writer?.resume(returning: .ready)
  }

  // MARK: Descriptors

  /// Registers a descriptor with this loop; the loop does not own it.
  ///
  /// epoll_ctl(2) fails when the system's limit of watches is reached (`exhausted`).
  public func attach(_ descriptor: Int32, trigger: Trigger = .edge)
    throws(SocketError) -> Registration
  {
    checkIsolated()
    let registration = unsafe table.attach(descriptor)
    let events: UInt32 =
      switch trigger {
      case .edge: EPOLLIN.rawValue | EPOLLOUT.rawValue | EPOLLRDHUP.rawValue | EPOLLET.rawValue
      case .oneShot: EPOLLONESHOT.rawValue
      }
    do throws(Errno) {
      try control(EPOLL_CTL_ADD, descriptor, events: events, mark: registration.packed)
    } catch {
      _ = unsafe table.detach(registration)
      throw error.isExhaustion || error == Errno(ENOSPC)
        ? .exhausted(error) : .system(error, call: "epoll_ctl")
    }
    if trigger == .oneShot { triggers[descriptor] = .oneShot }
    return registration
  }

  /// Takes a descriptor off this loop, before it is closed; who waits on it is told `cancelled`.
  public func detach(_ registration: Registration) {
    checkIsolated()
    triggers[registration.descriptor] = nil
    let waiters = unsafe table.detach(registration)
    _ = epoll_ctl(epoll.number, EPOLL_CTL_DEL, registration.descriptor, nil)
    unsafe waiters.forEach { unsafe $0.resume(returning: .cancelled) }
  }

  private func control(_ operation: Int32, _ descriptor: Int32, events: UInt32, mark: UInt64)
    throws(Errno)
  {
    var event = unsafe epoll_event()
    unsafe event.events = events
    unsafe event.data.u64 = mark
    let number = epoll.number
    _ = try systemCall { unsafe epoll_ctl(number, operation, descriptor, &event) }
  }

  // MARK: Waiting

  /// Waits until a descriptor can be read or written without blocking.
  ///
  /// It is called on the loop, by one reader and one writer of a descriptor at a time. A readiness
  /// may turn out to be stale: the caller tries, and waits again.
  nonisolated(nonsending) public func wait(
    for readiness: Readiness, on registration: Registration, until deadline: Deadline = .never
  ) async throws(WaitError) {
    checkIsolated()
    switch unsafe table.begin(readiness, on: registration) {
    case .isReady: return
    case .isStale: throw .cancelled
    case .mustSuspend: break
    }
    let id = nextID()
    let outcome = await withTaskCancellationHandler {
      unsafe await withUnsafeContinuation { (waiter: Waiter) in
        let timer = unsafe table.suspend(
          waiter, id: id, for: readiness, on: registration, until: deadline)
        if let timer { timers.insert(.registration(registration), at: timer) }
        arm(registration)
      }
    } onCancel: {
      unsafe submit(.cancelWait(id: id, registration))
    }
    switch outcome {
    case .ready: return
    case .timedOut: throw .timedOut
    case .cancelled: throw .cancelled
    }
  }

  /// Waits until an instant; `timedOut` is its ordinary end and is not thrown.
  nonisolated(nonsending) public func sleep(until deadline: Deadline) async throws(WaitError) {
    checkIsolated()
    let id = nextID()
    let outcome = await withTaskCancellationHandler {
      unsafe await withUnsafeContinuation { (waiter: Waiter) in
        unsafe sleepers[id] = waiter
        if deadline != .never { timers.insert(.sleeper(id), at: deadline) }
      }
    } onCancel: {
      submit(.cancelSleep(id: id))
    }
    if outcome == .cancelled { throw .cancelled }
  }

  /// One-shot descriptors are told once for each arming, with all that is awaited.
  private func arm(_ registration: Registration) {
    guard triggers[registration.descriptor] == .oneShot else { return }
    let awaited = unsafe table.awaited(on: registration)
    var events = EPOLLONESHOT.rawValue
    if awaited.read { events |= EPOLLIN.rawValue | EPOLLRDHUP.rawValue }
    if awaited.write { events |= EPOLLOUT.rawValue }
    // It fails only for a descriptor that was closed under us, and then the wait ends by deadline.
    try? control(EPOLL_CTL_MOD, registration.descriptor, events: events, mark: registration.packed)
  }

  private func nextID() -> UInt64 {
    lastID += 1
    return lastID
  }
}
