/// What a descriptor is waited for.
public enum Readiness: Sendable, Hashable, CaseIterable {
  case read, write
}

/// Why waiting ended without what was waited for.
public enum WaitError: Error, Sendable, Equatable {
  case timedOut, cancelled
}

/// One stay of a descriptor on a loop.
///
/// The generation tells it from an earlier stay of another socket under the same number, so that
/// an event still on its way never reaches the wrong one.
public struct Registration: Sendable, Hashable {
  public let descriptor: Int32
  let generation: UInt32

  init(descriptor: Int32, generation: UInt32) {
    self.descriptor = descriptor
    self.generation = generation
  }

  /// The 64 bits that epoll keeps for us beside the descriptor.
  var packed: UInt64 { UInt64(generation) << 32 | UInt64(UInt32(bitPattern: descriptor)) }

  init(packed: UInt64) {
    descriptor = Int32(bitPattern: UInt32(truncatingIfNeeded: packed))
    generation = UInt32(truncatingIfNeeded: packed >> 32)
  }
}

/// Who waits on which descriptor: the event loop's memory, as a machine that resumes nobody.
///
/// It hands back the waiters that are to be resumed; the loop resumes them. A readiness that comes
/// while nobody waits is remembered, since an edge is told once. `Waiter` is the continuation.
struct ReadinessTable<Waiter> {
  private struct Wait {
    let id: UInt64
    let waiter: Waiter
    let deadline: Deadline
  }

  private struct Slot {
    var generation: UInt32 = 0
    var isAttached = false
    var isReady: (read: Bool, write: Bool) = (false, false)
    /// The peer's end came, or an error: reading tells it now and for ever, and no edge will again.
    var hasEnded = false
    var reader: Wait?
    var writer: Wait?
    /// The earliest instant at which the timer queue will ask about this slot.
    var timerAt = Deadline.never
  }

  /// What is to be done about a wait that begins.
  enum Beginning: Equatable {
    case isReady
    case mustSuspend
    /// The registration is of a stay that has ended.
    case isStale
  }

  private var slots: [Slot] = []
  private(set) var attachedCount = 0

  mutating func attach(_ descriptor: Int32) -> Registration {
    let index = Int(descriptor)
    while slots.count <= index { slots.append(Slot()) }
    precondition(!slots[index].isAttached, "the descriptor is on this loop already")
    let generation = slots[index].generation &+ 1
    slots[index] = Slot(generation: generation, isAttached: true)
    attachedCount += 1
    return Registration(descriptor: descriptor, generation: generation)
  }

  /// Ends a stay and hands back who still waited.
  mutating func detach(_ registration: Registration) -> [Waiter] {
    guard let index = index(of: registration) else { return [] }
    let waiters = [slots[index].reader, slots[index].writer].compactMap { $0?.waiter }
    slots[index] = Slot(generation: registration.generation)
    attachedCount -= 1
    return waiters
  }

  mutating func begin(_ readiness: Readiness, on registration: Registration) -> Beginning {
    guard let index = index(of: registration) else { return .isStale }
    switch readiness {
    case .read where slots[index].isReady.read:
      slots[index].isReady.read = slots[index].hasEnded
      return .isReady
    case .write where slots[index].isReady.write:
      slots[index].isReady.write = false
      return .isReady
    default: return .mustSuspend
    }
  }

  /// Keeps a waiter; it hands back the instant for which a timer is to be set, if one is needed.
  mutating func suspend(
    _ waiter: Waiter, id: UInt64, for readiness: Readiness, on registration: Registration,
    until deadline: Deadline
  ) -> Deadline? {
    guard let index = index(of: registration) else { preconditionFailure("begin was not asked") }
    let wait = Wait(id: id, waiter: waiter, deadline: deadline)
    switch readiness {
    case .read:
      precondition(slots[index].reader == nil, "one task at a time reads")
      slots[index].reader = wait
    case .write:
      precondition(slots[index].writer == nil, "one task at a time writes")
      slots[index].writer = wait
    }
    guard deadline < slots[index].timerAt else { return nil }
    slots[index].timerAt = deadline
    return deadline
  }

  /// Notes an event and hands back who waited for it.
  mutating func fire(_ registration: Registration, read: Bool, write: Bool, ended: Bool)
    -> (Waiter?, Waiter?)
  {
    guard let index = index(of: registration) else { return (nil, nil) }
    if ended { slots[index].hasEnded = true }
    var resumed: (Waiter?, Waiter?) = (nil, nil)
    if read {
      resumed.0 = slots[index].reader?.waiter
      slots[index].isReady.read = slots[index].reader == nil || slots[index].hasEnded
      slots[index].reader = nil
    }
    if write {
      resumed.1 = slots[index].writer?.waiter
      slots[index].isReady.write = slots[index].writer == nil
      slots[index].writer = nil
    }
    return resumed
  }

  /// Takes out one wait by its number, wherever it stands; nil when it has ended already.
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

  /// Which readinesses somebody waits for now.
  func awaited(on registration: Registration) -> (read: Bool, write: Bool) {
    guard let index = index(of: registration) else { return (false, false) }
    return (slots[index].reader != nil, slots[index].writer != nil)
  }

  /// Answers a timer: hands back who has waited long enough, and the next instant to ask again.
  ///
  /// A slot has one live timer, at most as late as its earliest deadline; a later one of a wait
  /// that ended in time is simply set anew when it comes. So waiting costs the queue nothing.
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

  private func index(of registration: Registration) -> Int? {
    let index = Int(registration.descriptor)
    guard slots.indices.contains(index), slots[index].isAttached,
      slots[index].generation == registration.generation
    else { return nil }
    return index
  }
}
