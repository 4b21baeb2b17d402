/// The waiters and the readiness of the descriptors on an event loop, as a state machine that does
/// not resume waiters itself.
///
/// It returns the waiters to be resumed, and the loop resumes them. An edge without a waiter is
/// recorded, since the kernel reports it only once. An event of a one-shot descriptor is not
/// recorded, since arming the descriptor queries the kernel again. `Waiter` is the suspended task.
struct ReadinessTable<Waiter> {
  private struct Wait {
    let id: UInt64
    let waiter: Waiter
    let deadline: Deadline
  }

  private struct Slot {
    var generation: UInt32 = 0
    var isAttached = false
    var trigger = EventLoop.Trigger.edge
    var isReady: (read: Bool, write: Bool) = (false, false)
    /// What the kernel watches on a level-triggered descriptor.
    var armed = (read: true, write: false)
    /// Whether the peer's end or an error was reported. From then on every read returns it, and no
    /// further edge will report it.
    var hasEnded = false
    var reader: Wait?
    var writer: Wait?
    /// Whether the next wait ends at once.
    var isInterrupted: (read: Bool, write: Bool) = (false, false)
    /// The earliest instant at which the timer queue will check this slot.
    var timerAt = Deadline.never
  }

  /// What a new wait must do.
  enum Beginning: Equatable {
    case isReady
    case mustSuspend
    /// `interrupt` was called before the wait.
    case isInterrupted
    /// The registration has ended.
    case isStale
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
    let waiters = [slots[index].reader, slots[index].writer].compactMap { $0?.waiter }
    slots[index].reader = nil
    slots[index].writer = nil
    return waiters
  }

  mutating func begin(_ readiness: Readiness, on registration: Registration) -> Beginning {
    guard let index = index(of: registration) else { return .isStale }
    switch readiness {
    case .read where slots[index].isInterrupted.read:
      slots[index].isInterrupted.read = false
      return .isInterrupted
    case .write where slots[index].isInterrupted.write:
      slots[index].isInterrupted.write = false
      return .isInterrupted
    case .read where slots[index].isReady.read:
      slots[index].isReady.read = slots[index].hasEnded
      return .isReady
    case .write where slots[index].isReady.write:
      slots[index].isReady.write = false
      return .isReady
    default: return .mustSuspend
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
    case .read:
      precondition(slots[index].reader == nil, "another task is already reading")
      slots[index].reader = wait
    case .write:
      precondition(slots[index].writer == nil, "another task is already writing")
      slots[index].writer = wait
    }
    guard deadline < slots[index].timerAt else { return nil }
    slots[index].timerAt = deadline
    return deadline
  }

  /// Records an event and returns the reader and the writer that waited for it.
  ///
  /// One event disarms a one-shot descriptor completely; `arming` returns what it must be armed for
  /// again.
  mutating func fire(_ registration: Registration, read: Bool, write: Bool, ended: Bool)
    -> (Waiter?, Waiter?)
  {
    guard let index = index(of: registration) else { return (nil, nil) }
    let isEdgeTriggered = slots[index].trigger == .edge
    if read, slots[index].trigger == .level, slots[index].reader == nil {
      slots[index].isReady.read = true
      return (nil, write ? takeWriter(index) : nil)
    }
    if ended, isEdgeTriggered { slots[index].hasEnded = true }
    var resumed: (Waiter?, Waiter?) = (nil, nil)
    if read {
      resumed.0 = slots[index].reader?.waiter
      slots[index].isReady.read =
        isEdgeTriggered && (slots[index].reader == nil || slots[index].hasEnded)
      slots[index].reader = nil
    }
    if write {
      resumed.1 = slots[index].writer?.waiter
      slots[index].isReady.write = isEdgeTriggered && slots[index].writer == nil
      slots[index].writer = nil
    }
    return resumed
  }

  private mutating func takeWriter(_ index: Int) -> Waiter? {
    defer { slots[index].writer = nil }
    return slots[index].writer?.waiter
  }

  /// Returns whether a level-triggered descriptor had input while no task waited, and clears that
  /// record. Returns nil for a registration that has ended.
  mutating func takeInput(_ registration: Registration) -> Bool? {
    guard let index = index(of: registration) else { return nil }
    defer { slots[index].isReady.read = false }
    return slots[index].isReady.read
  }

  /// Removes and returns the waiter for a readiness. Without one, the next wait ends at once.
  mutating func interrupt(_ readiness: Readiness, on registration: Registration) -> Waiter? {
    guard let index = index(of: registration) else { return nil }
    switch readiness {
    case .read:
      defer { slots[index].reader = nil }
      slots[index].isInterrupted.read = slots[index].reader == nil
      return slots[index].reader?.waiter
    case .write:
      defer { slots[index].writer = nil }
      slots[index].isInterrupted.write = slots[index].writer == nil
      return slots[index].writer?.waiter
    }
  }

  /// Removes and returns the waiter with a number, whether it reads or writes; nil if its wait has
  /// ended already.
  mutating func cancel(id: UInt64, on registration: Registration) -> Waiter? {
    guard let index = index(of: registration) else { return nil }
    if let wait = slots[index].reader, wait.id == id {
      slots[index].reader = nil
      return wait.waiter
    }
    if let wait = slots[index].writer, wait.id == id {
      slots[index].writer = nil
      return wait.waiter
    }
    return nil
  }

  /// Returns what a descriptor must be armed for now; nil if the kernel already watches that.
  ///
  /// A one-shot descriptor is armed for what tasks wait for. A level-triggered one is watched for
  /// input all the time, so that waiting for input costs no system call, until input arrives that
  /// no task waits for.
  mutating func arming(of registration: Registration) -> Epoll.Interest? {
    guard let index = index(of: registration), slots[index].trigger != .edge else { return nil }
    let slot = slots[index]
    let awaited = (read: slot.reader != nil, write: slot.writer != nil)
    guard slot.trigger == .level else {
      return awaited.read || awaited.write ? .once(read: awaited.read, write: awaited.write) : nil
    }
    let wanted = (read: awaited.read || !slot.isReady.read, write: awaited.write)
    guard wanted != slot.armed else { return nil }
    slots[index].armed = wanted
    return wanted.read || wanted.write
      ? .level(read: wanted.read, write: wanted.write) : .once(read: false, write: false)
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
    if let wait = slots[index].reader, wait.deadline <= now {
      expired.append(wait.waiter)
      slots[index].reader = nil
    }
    if let wait = slots[index].writer, wait.deadline <= now {
      expired.append(wait.waiter)
      slots[index].writer = nil
    }
    let next = min(
      slots[index].reader?.deadline ?? .never, slots[index].writer?.deadline ?? .never)
    slots[index].timerAt = next
    return (expired, next == .never ? nil : next)
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
