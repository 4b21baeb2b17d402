/// The waiters and the readiness of the descriptors on an event loop, as a state machine that does
/// not resume waiters itself.
///
/// It returns the waiters to be resumed, and the loop resumes them. An edge without a waiter is
/// recorded, since the kernel reports it only once. `Waiter` is the suspended task.
struct ReadinessTable<Waiter> {
  private struct Wait {
    let id: UInt64
    let waiter: Waiter
    let deadline: Deadline
  }

  /// The state of reading or of writing.
  private struct Direction {
    var isReady = false
    /// Whether the next wait ends at once.
    var isInterrupted = false
    var wait: Wait?

    mutating func begin(staysReady: Bool) -> WaitOutcome? {
      if isInterrupted {
        isInterrupted = false
        return .timedOut
      }
      guard isReady else { return nil }
      isReady = staysReady
      return .ready
    }

    mutating func suspend(_ new: Wait) {
      precondition(wait == nil, "another task is already waiting")
      wait = new
    }

    mutating func fire(isRecorded: Bool, staysReady: Bool) -> Waiter? {
      isReady = isRecorded && (wait == nil || staysReady)
      return takeWaiter()
    }

    mutating func interrupt() -> Waiter? {
      isInterrupted = wait == nil
      return takeWaiter()
    }

    mutating func takeWaiter(where isMeant: (Wait) -> Bool = { _ in true }) -> Waiter? {
      guard let wait, isMeant(wait) else { return nil }
      self.wait = nil
      return wait.waiter
    }
  }

  private struct Slot {
    var generation: UInt32 = 0
    var isAttached = false
    var trigger = EventLoop.Trigger.edge
    var read = Direction()
    var write = Direction()
    /// What the kernel watches on a level-triggered descriptor.
    var armed = (read: true, write: false)
    /// Whether the peer's end or an error was reported. From then on every read returns it, and no
    /// further edge will report it.
    var hasEnded = false
    /// The earliest instant at which the timer queue will check this slot.
    var timerAt = Deadline.never
  }

  private var slots: [Slot] = []
  private(set) var attachedCount = 0

  mutating func attach(_ descriptor: Int32, trigger: EventLoop.Trigger) -> Registration {
    precondition(descriptor >= 0)
    let index = Int(descriptor)
    while slots.count <= index { slots.append(Slot()) }
    precondition(!slots[index].isAttached, "the descriptor is already attached to this loop")
    let generation = slots[index].generation &+ 1
    slots[index] = Slot(generation: generation, isAttached: true, trigger: trigger)
    attachedCount += 1
    return Registration(descriptor: descriptor, generation: generation)
  }

  /// Ends a registration and returns its waiters; nil if it has already ended.
  mutating func detach(_ registration: Registration) -> [Waiter]? {
    guard let index = index(of: registration) else { return nil }
    let waiters = takeWaiters(index)
    slots[index] = Slot(generation: registration.generation)
    attachedCount -= 1
    return waiters
  }

  /// Removes and returns all waiters of all descriptors.
  mutating func cancelAll() -> [Waiter] {
    slots.indices.flatMap { takeWaiters($0) }
  }

  private mutating func takeWaiters(_ index: Int) -> [Waiter] {
    [slots[index].read.takeWaiter(), slots[index].write.takeWaiter()].compactMap(\.self)
  }

  /// Returns the outcome of a new wait that ends at once, or nil for one that must suspend its
  /// task.
  mutating func begin(_ readiness: Readiness, on registration: Registration) -> WaitOutcome? {
    guard let index = index(of: registration) else { return .cancelled }
    return switch readiness {
    case .read: slots[index].read.begin(staysReady: slots[index].hasEnded)
    case .write: slots[index].write.begin(staysReady: false)
    }
  }

  /// Keeps a waiter. Returns the instant for which a timer must be set, or nil if none is needed.
  mutating func suspend(
    _ waiter: Waiter, id: UInt64, for readiness: Readiness, on registration: Registration,
    until deadline: Deadline
  ) -> Deadline? {
    guard let index = index(of: registration) else { preconditionFailure("begin was not called") }
    let wait = Wait(id: id, waiter: waiter, deadline: deadline)
    switch readiness {
    case .read: slots[index].read.suspend(wait)
    case .write: slots[index].write.suspend(wait)
    }
    guard deadline < slots[index].timerAt else { return nil }
    slots[index].timerAt = deadline
    return deadline
  }

  /// Records an event and returns the reader and the writer that waited for it.
  mutating func fire(_ registration: Registration, read: Bool, write: Bool, ended: Bool)
    -> (Waiter?, Waiter?)
  {
    guard let index = index(of: registration) else { return (nil, nil) }
    let isEdge = slots[index].trigger == .edge
    // Input that the writer does not read is reported again.
    if !isEdge, slots[index].read.wait == nil, let writer = slots[index].write.takeWaiter() {
      return (nil, writer)
    }
    if ended, isEdge { slots[index].hasEnded = true }
    let isOver = slots[index].hasEnded
    let reader = read ? slots[index].read.fire(isRecorded: true, staysReady: isOver) : nil
    let writer = write ? slots[index].write.fire(isRecorded: isEdge, staysReady: false) : nil
    return (reader, writer)
  }

  /// Returns whether a level-triggered descriptor had input while no task waited, and clears that
  /// record. Returns nil for a registration that has ended.
  mutating func takeInput(_ registration: Registration) -> Bool? {
    guard let index = index(of: registration) else { return nil }
    defer { slots[index].read.isReady = false }
    return slots[index].read.isReady
  }

  /// Removes and returns the waiter for a readiness. Without one, the next wait ends at once.
  mutating func interrupt(_ readiness: Readiness, on registration: Registration) -> Waiter? {
    guard let index = index(of: registration) else { return nil }
    return switch readiness {
    case .read: slots[index].read.interrupt()
    case .write: slots[index].write.interrupt()
    }
  }

  /// Removes and returns the waiter with a number, whether it reads or writes; nil if its wait has
  /// ended already.
  mutating func cancel(id: UInt64, on registration: Registration) -> Waiter? {
    guard let index = index(of: registration) else { return nil }
    return slots[index].read.takeWaiter { $0.id == id }
      ?? slots[index].write.takeWaiter { $0.id == id }
  }

  /// Returns what a descriptor must be armed for now; nil if the kernel already watches that.
  ///
  /// A level-triggered descriptor is watched for input all the time, so that waiting for input
  /// costs no system call, until input arrives that no task waits for.
  mutating func arming(of registration: Registration) -> Epoll.Interest? {
    guard let index = index(of: registration), slots[index].trigger == .level else { return nil }
    let slot = slots[index]
    let hasWriter = slot.write.wait != nil
    let wanted = (
      read: hasWriter || slot.read.wait != nil || !slot.read.isReady, write: hasWriter
    )
    guard wanted != slot.armed else { return nil }
    slots[index].armed = wanted
    return .level(read: wanted.read, write: wanted.write)
  }

  /// Handles a timer: removes and returns the waiters whose deadlines have passed, and returns the
  /// instant of the next timer.
  ///
  /// A slot has one live timer, which is no later than the slot's earliest deadline. A timer that
  /// expires before that deadline, because its own wait has ended, is set again for it. So a wait
  /// with a later deadline adds no entry to the queue.
  mutating func expire(_ registration: Registration, timer: Deadline, now: Deadline)
    -> (expired: [Waiter], next: Deadline?)
  {
    guard let index = index(of: registration), slots[index].timerAt == timer else {
      return ([], nil)
    }
    var expired: [Waiter] = []
    if let reader = slots[index].read.takeWaiter(where: { $0.deadline <= now }) {
      expired.append(reader)
    }
    if let writer = slots[index].write.takeWaiter(where: { $0.deadline <= now }) {
      expired.append(writer)
    }
    let next = min(
      slots[index].read.wait?.deadline ?? .never, slots[index].write.wait?.deadline ?? .never)
    slots[index].timerAt = next
    return (expired, next == .never ? nil : next)
  }

  /// Returns whether a waiter has exactly this deadline.
  func hasWait(until deadline: Deadline) -> Bool {
    slots.contains { $0.read.wait?.deadline == deadline || $0.write.wait?.deadline == deadline }
  }

  /// Returns whether an event has reported the peer's end or an error.
  func hasEnded(_ registration: Registration) -> Bool {
    index(of: registration).map { slots[$0].hasEnded } ?? true
  }

  /// Returns whether an entry of the timer queue is still in use.
  func isLive(timer: Deadline, of registration: Registration) -> Bool {
    index(of: registration).map { slots[$0].timerAt == timer } ?? false
  }

  private func index(of registration: Registration) -> Int? {
    let index = Int(registration.descriptor)
    guard slots.indices.contains(index), slots[index].isAttached,
      slots[index].generation == registration.generation
    else { return nil }
    return index
  }
}
