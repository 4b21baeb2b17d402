/// What a task does with the loop it runs on: attach a descriptor, wait for it, sleep.
extension EventLoop {
  /// Registers a descriptor with this loop; the loop does not own it.
  ///
  /// epoll_ctl(2) fails when the system's limit of watches is reached (`exhausted`).
  public func attach(_ descriptor: Int32, trigger: Trigger = .edge)
    throws(SocketError) -> Registration
  {
    checkIsolated()
    let registration = table.attach(descriptor, trigger: trigger)
    do throws(Errno) {
      let interest: Epoll.Interest =
        switch trigger {
        case .edge: .edges
        case .oneShot: .once(read: false, write: false)
        case .level: .level(read: true, write: false)
        }
      try epoll.add(descriptor, for: interest, mark: registration.packed)
    } catch {
      _ = table.detach(registration)
      throw SocketError(error, call: "epoll_ctl")
    }
    return registration
  }

  /// Takes a descriptor off this loop, before it is closed; who waits on it is told `cancelled`.
  ///
  /// A registration that has ended already is left alone, since its number may be another's now.
  public func detach(_ registration: Registration) {
    checkIsolated()
    guard let waiters = table.detach(registration) else { return }
    epoll.remove(registration.descriptor)
    for waiter in waiters { waiter.resume(.cancelled) }
  }

  /// Ends the wait for a readiness, or the next one, as if its deadline had passed; it may be called
  /// on any thread.
  func interrupt(_ readiness: Readiness, on registration: Registration) {
    submit(.interrupt(readiness, registration))
  }

  /// Closes a descriptor that is off this loop, and sees that its peer takes what was sent until a
  /// deadline.
  func close(
    _ descriptor: consuming FileDescriptor, of peer: SocketAddress, until deadline: Deadline
  ) {
    checkIsolated()
    let isFirst = closingSockets.count == 0
    closingSockets.close(descriptor, of: peer, until: deadline)
    if isStopping { closingSockets.closeAll() }
    guard isFirst, closingSockets.count > 0 else { return }
    setTimer(.closingSockets, at: .after(ClosingSockets.checkInterval))
  }

  func checkClosingSockets(now: Deadline) {
    closingSockets.check(now: now)
    guard closingSockets.count > 0 else { return }
    setTimer(.closingSockets, at: now.advanced(by: ClosingSockets.checkInterval))
  }

  /// Detaches and closes a descriptor that its owner gives up, on whatever thread that happens.
  func release(_ registration: Registration, closing descriptor: consuming FileDescriptor) {
    guard isCurrent else {
      descriptor.disown()
      return submit(.release(registration))
    }
    detach(registration)
  }

  /// The other half of `release` when it was called on another thread.
  func release(_ registration: Registration) {
    detach(registration)
    _ = FileDescriptor(owning: registration.descriptor)
  }

  /// Waits until a descriptor can be read or written without blocking.
  ///
  /// It is called on the loop, by one reader and one writer of a descriptor at a time. A readiness
  /// may turn out to be stale: the caller tries, and waits again. One that is there already wins
  /// over a deadline that has passed.
  ///
  /// - Parameter ignoresCancellation: whether the wait goes on when its task is cancelled.
  public func wait(
    for readiness: Readiness, on registration: Registration, until deadline: Deadline = .never,
    ignoresCancellation: Bool = false, isolation: isolated (any Actor)? = #isolation
  ) async throws(WaitError) {
    checkIsolated()
    switch table.begin(readiness, on: registration) {
    case .isReady: return
    case .isInterrupted: throw .timedOut
    case .isStale: throw .cancelled
    case .mustSuspend: break
    }
    let outcome =
      if ignoresCancellation {
        await Waiter.suspend { waiter in
          keep(
            waiter, id: nextID(), for: readiness, on: registration, until: deadline,
            ignoresCancellation: true)
        }
      } else {
        await waitCancellably(for: readiness, on: registration, until: deadline)
      }
    switch outcome {
    case .ready: return
    case .timedOut: throw .timedOut
    case .cancelled: throw .cancelled
    }
  }

  private func waitCancellably(
    for readiness: Readiness, on registration: Registration, until deadline: Deadline,
    isolation: isolated (any Actor)? = #isolation
  ) async -> Waiter.Outcome {
    let id = nextID()
    return await withTaskCancellationHandler {
      // Naming it makes this closure isolated like its caller; it would leave an actor otherwise,
      // and with it the loop.
      _ = isolation
      return await Waiter.suspend { waiter in
        keep(waiter, id: id, for: readiness, on: registration, until: deadline)
      }
    } onCancel: {
      submit(.cancelWait(id: id, registration))
    }
  }

  /// Keeps a waiter, unless it need not or must not wait.
  ///
  /// All is asked here, where nothing can come between the question and the keeping: on its way to
  /// this point the task may have been put off, while events came and cancellations were read.
  func keep(
    _ waiter: Waiter, id: UInt64, for readiness: Readiness, on registration: Registration,
    until deadline: Deadline, ignoresCancellation: Bool = false
  ) {
    checkIsolated()
    guard !isStopping, ignoresCancellation || !Task.isCancelled else {
      return waiter.resume(.cancelled)
    }
    switch table.begin(readiness, on: registration) {
    case .isReady: return waiter.resume(.ready)
    case .isInterrupted: return waiter.resume(.timedOut)
    case .isStale: return waiter.resume(.cancelled)
    case .mustSuspend: break
    }
    let timer = table.suspend(waiter, id: id, for: readiness, on: registration, until: deadline)
    if let timer { setTimer(.registration(registration), at: timer) }
    arm(registration)
  }

  /// Ends a kept wait, if it has not ended already.
  func endWait(_ id: UInt64, on registration: Registration) {
    checkIsolated()
    table.cancel(id: id, on: registration)?.resume(.cancelled)
  }

  /// Waits until an instant; `timedOut` is its ordinary end and is not thrown.
  public func sleep(
    until deadline: Deadline, isolation: isolated (any Actor)? = #isolation
  ) async throws(WaitError) {
    checkIsolated()
    if await sleep(as: nextID(), until: deadline) == .cancelled { throw .cancelled }
  }

  /// Lets everything that is ready now, here and on the sockets, have its turn first.
  ///
  /// For one who does at once what many ask for: those who ask in the meantime are served with the
  /// others.
  public func nextTurn(isolation: isolated (any Actor)? = #isolation) async throws(WaitError) {
    // Timers are looked at after the sockets, and what an event has woken runs before what they
    // wake.
    try await sleep(until: .now)
  }

  /// Suspends the calling task until an instant, or until `wake` is called with its number.
  func sleep(
    as id: UInt64, until deadline: Deadline, isolation: isolated (any Actor)? = #isolation
  ) async -> Waiter.Outcome {
    await withTaskCancellationHandler {
      _ = isolation
      return await Waiter.suspend { waiter in
        checkIsolated()
        guard !isStopping, !Task.isCancelled else { return waiter.resume(.cancelled) }
        sleepers[id] = waiter
        if deadline != .never { setTimer(.sleeper(id), at: deadline) }
      }
    } onCancel: {
      submit(.cancelSleep(id: id))
    }
  }

  /// Wakes a task that sleeps; false when it does not sleep, or no more.
  @discardableResult
  func wake(_ id: UInt64) -> Bool {
    guard let waiter = sleepers.removeValue(forKey: id) else { return false }
    waiter.resume(.ready)
    return true
  }

  /// Whether input came on a level-triggered descriptor while nobody waited for it, such as the
  /// peer's end; the caller reads it. Nil for a registration that has ended.
  public func takeInput(_ registration: Registration) -> Bool? {
    checkIsolated()
    let hasInput = table.takeInput(registration)
    if hasInput == true { arm(registration) }
    return hasInput
  }

  /// Arms a descriptor for all that is awaited now; an edge-triggered one needs no arming.
  func arm(_ registration: Registration) {
    guard let interest = table.arming(of: registration) else { return }
    let isArmed = epoll.rearm(
      registration.descriptor, for: interest, mark: registration.packed)
    guard !isArmed else { return }
    // The library closed its descriptor under us: nothing will ever be told about it.
    detach(registration)
  }
}
