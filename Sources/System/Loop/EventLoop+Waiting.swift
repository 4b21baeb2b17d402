/// The operations of a task on its loop: attaching a descriptor, waiting for it, and sleeping.
extension EventLoop {
  /// Registers a descriptor with this loop, which does not own it.
  ///
  /// epoll_ctl(2) fails when the system's limit of watches (ENOSPC) or its memory is exhausted.
  public func attach(_ descriptor: Int32, trigger: Trigger = .edge)
    throws(Errno) -> Registration
  {
    checkIsolated()
    let registration = table.attach(descriptor, trigger: trigger)
    do throws(Errno) {
      try epoll.add(
        descriptor, for: trigger == .edge ? .edges : .level(read: true, write: false),
        token: registration.packed)
    } catch {
      _ = table.detach(registration)
      throw error
    }
    return registration
  }

  /// Removes a descriptor from this loop before it is closed. Its waiters end with `cancelled`.
  ///
  /// A registration that has already ended is ignored, since its descriptor number may belong to
  /// another one now.
  public func detach(_ registration: Registration) {
    checkIsolated()
    guard let waiters = table.detach(registration) else { return }
    epoll.remove(registration.descriptor)
    for waiter in waiters { waiter.resume(.cancelled) }
  }

  /// Ends the current wait for a readiness, or else the next one, as if its deadline had passed.
  /// Any thread may call this.
  package func interrupt(_ readiness: Readiness, on registration: Registration) {
    submit(.interrupt(readiness, registration))
  }

  /// Detaches and closes a descriptor that its owner releases on any thread.
  package func release(_ registration: Registration, closing descriptor: consuming FileDescriptor) {
    guard isCurrent else {
      descriptor.disown()
      return submit(.release(registration))
    }
    detach(registration)
  }

  /// Completes a `release` that was called on another thread.
  func release(_ registration: Registration) {
    detach(registration)
    _ = FileDescriptor(owning: registration.descriptor)
  }

  /// Waits until a descriptor can be read or written without blocking.
  ///
  /// Call this on the loop, from at most one reader and one writer of a descriptor at a time. A
  /// readiness may turn out to be stale: the caller tries the operation and waits again. A
  /// readiness that is already there takes precedence over a deadline that has passed. If
  /// `ignoresCancellation` is true, the wait continues when its task is cancelled.
  public func wait(
    for readiness: Readiness, on registration: Registration, until deadline: Deadline = .never,
    ignoresCancellation: Bool = false
  ) async throws(WaitError) {
    checkIsolated()
    if let outcome = table.begin(readiness, on: registration) { return try outcome.get() }
    let id = nextID()
    func suspend() async -> WaitOutcome {
      await Waiter.suspend { waiter in
        keep(
          waiter, id: id, for: readiness, on: registration, until: deadline,
          ignoresCancellation: ignoresCancellation)
      }
    }
    guard !ignoresCancellation else { return try await suspend().get() }
    let outcome = await withTaskCancellationHandler {
      await suspend()
    } onCancel: {
      submit(.cancelWait(id: id, registration))
    }
    try outcome.get()
  }

  /// Keeps a waiter until its readiness, or resumes it at once if there is nothing to wait for.
  ///
  /// All conditions are checked here, because nothing can happen between the checks and the
  /// keeping. On its way here the task may have been suspended while the loop handled events and
  /// cancellations.
  func keep(
    _ waiter: Waiter, id: UInt64, for readiness: Readiness, on registration: Registration,
    until deadline: Deadline, ignoresCancellation: Bool = false
  ) {
    checkIsolated()
    guard !isStopping, ignoresCancellation || !Task.isCancelled else {
      return waiter.resume(.cancelled)
    }
    if let outcome = table.begin(readiness, on: registration) { return waiter.resume(outcome) }
    let timer = table.suspend(waiter, id: id, for: readiness, on: registration, until: deadline)
    if let timer { setTimer(.registration(registration), at: timer) }
    arm(registration)
  }

  /// Ends a wait with `cancelled` if it has not ended already.
  func endWait(_ id: UInt64, on registration: Registration) {
    checkIsolated()
    table.cancel(id: id, on: registration)?.resume(.cancelled)
  }

  /// Waits until an instant. `timedOut` is the normal end and is not thrown.
  public func sleep(until deadline: Deadline) async throws(WaitError) {
    checkIsolated()
    if await sleep(as: nextID(), until: deadline) == .cancelled { throw .cancelled }
  }

  /// Suspends the calling task until everything that is ready now, on the loop and on its sockets,
  /// has run.
  ///
  /// This is for tasks that serve many requests in one step: requests made in the meantime are
  /// served together with the others.
  public func nextTick() async throws(WaitError) {
    // Timers expire after the socket events of a tick, and jobs resumed by events run before jobs
    // resumed by timers.
    try await sleep(until: .now)
  }

  /// Suspends the calling task until an instant, or until `wake` is called with its number.
  ///
  /// - Parameter isSignaled: Whether to return at once; called where the task suspends.
  func sleep(
    as id: UInt64, until deadline: Deadline, unless isSignaled: () -> Bool = { false }
  ) async -> WaitOutcome {
    await withTaskCancellationHandler {
      await Waiter.suspend { waiter in
        checkIsolated()
        guard !isStopping, !Task.isCancelled else { return waiter.resume(.cancelled) }
        guard !isSignaled() else { return waiter.resume(.ready) }
        sleepers[id] = waiter
        if deadline != .never { setTimer(.sleeper(id), at: deadline) }
      }
    } onCancel: {
      submit(.cancelSleep(id: id))
    }
  }

  /// Whether something on this loop waits until exactly this instant: for tests with a virtual
  /// clock, which advance it then. Call this on the loop.
  package func hasWait(until deadline: Deadline) -> Bool {
    checkIsolated()
    return table.hasWait(until: deadline)
      || timers.contains { subject, instant in
        guard case .sleeper(let id) = subject else { return false }
        return instant == deadline && sleepers[id] != nil
      }
  }

  /// Wakes a sleeping task. Returns false if it does not sleep, or no longer does.
  func wake(_ id: UInt64) -> Bool {
    guard let waiter = sleepers.removeValue(forKey: id) else { return false }
    waiter.resume(.ready)
    return true
  }

  /// Whether an event has reported the peer's end or an error. It is as recent as the last events
  /// that the loop has taken from the kernel.
  package func hasEnded(_ registration: Registration) -> Bool { table.hasEnded(registration) }

  /// Returns whether a level-triggered descriptor had input while no task waited for it, such as
  /// the peer's end. The caller then reads it. Returns nil for a registration that has ended.
  public func takeInput(_ registration: Registration) -> Bool? {
    checkIsolated()
    let hasInput = table.takeInput(registration)
    if hasInput == true { arm(registration) }
    return hasInput
  }

  /// Arms a descriptor for everything that is awaited now. An edge-triggered descriptor needs no
  /// arming.
  func arm(_ registration: Registration) {
    guard let interest = table.arming(of: registration) else { return }
    let isArmed = epoll.rearm(
      registration.descriptor, for: interest, token: registration.packed)
    guard !isArmed else { return }
    // The library has closed its descriptor: no event will ever be reported for it.
    detach(registration)
  }
}
