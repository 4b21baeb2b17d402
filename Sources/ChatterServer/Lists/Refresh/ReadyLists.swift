public import Chatter
internal import Postgres
internal import Sockets

/// Both lists, ready to be sent, as one snapshot of the database has them; shared by all loops.
///
/// The database is the truth. Every list request polls it first (`ListReader`), and what is new is
/// merged here; polls of several loops may arrive in any order.
public final class ReadyLists: Sendable {
  /// The lists of a snapshot; they stay as they are while they are sent.
  struct Lists: Sendable {
    let moment: ListMoment
    /// What `ListStatements.triggers` said when everything was read.
    let triggers: String
    let list: SegmentedList
    let text: ListContent
    let audio: ListContent
    /// Counts up with each reading of everything.
    let generation: Int
    /// Counts up with each change of the lists.
    let version: UInt64
  }

  let profile: ListProfile
  let memory: ListMemory
  let leases = ListLeases()
  let loading = ListLoading()
  /// Whether every migration was found.
  let isMigrated = Lock(false)
  private let frame: ListFrame
  private let rowsMax: Int?
  private let state = Lock<Lists?>(nil)

  /// - Parameters:
  ///   - rowsMax: how many rows a list shows, the newest; nil for all.
  ///   - memoryBytesMax: what lists may hold in memory.
  public init(profile: ListProfile, rowsMax: Int? = nil, memoryBytesMax: Int = 256 << 20) {
    self.profile = profile
    self.rowsMax = rowsMax
    memory = ListMemory(bytesMax: memoryBytesMax)
    frame = ListFrame(profile)
  }

  /// What is known; nil before everything was read.
  var known: Lists? { state.withLock { $0 } }

  /// Merges what a poll has found that began from lists of this generation.
  ///
  /// - Returns: lists that are of the poll's snapshot or a later one; nil where everything must be
  ///   read again.
  func update(_ change: ListChange, generation: Int) -> Lists? {
    while true {
      guard let known, generation == known.generation, !change.isTruncated,
        change.moment.epoch == known.moment.epoch
      else { return nil }
      // A poll of another loop, which saw more, was quicker.
      guard change.moment.isLater(than: known.moment) else { return known }
      var list = known.list
      list.update(change)
      memory.dropClips(of: change)
      guard !list.isWorthLoading else { return nil }
      if let lists = publish(list, change.moment, replacing: known) { return lists }
    }
  }

  /// Makes a list the current one, if the one that it was made from is.
  func publish(_ list: SegmentedList, _ moment: ListMoment, replacing known: Lists) -> Lists? {
    let isSame = list.isSame(as: known.list)
    let lists = Lists(
      moment: moment, triggers: known.triggers, list: isSame ? known.list : list,
      text: isSame ? known.text : content(list, moment, .chatts),
      audio: isSame ? known.audio : content(list, moment, .audio),
      generation: known.generation, version: known.version + 1)
    let difference = SegmentDifference(from: known.list.segments, to: lists.list.segments)
    let isPublished = state.withLock { state in
      guard state?.version == known.version else { return false }
      state = lists
      difference.settle(in: memory, rowBytes: lists.list.byteCount)
      return true
    }
    guard isPublished else { return nil }
    makeRoom(in: lists.list)
    return lists
  }

  /// A list that rows are to be read into, and how many bytes of them: half as many where there is
  /// a list already, so that there is room for both.
  func beginLoading() -> (list: SegmentedList, bytesMax: Int) {
    let list = SegmentedList(order: profile.order, rowsMax: rowsMax, memory: memory)
    return (list, known == nil ? memory.rowBytesMax : memory.rowBytesMax / 2)
  }

  /// Begins a new generation with what was read, unless polls of other loops have come further
  /// meanwhile.
  func replaceAll(_ list: SegmentedList, moment: ListMoment, triggers: String = "") -> Lists {
    while true {
      let known = self.known
      if let known, triggers == known.triggers, !moment.isLater(than: known.moment),
        !known.list.isWorthLoading
      {
        return known
      }
      let lists = Lists(
        moment: moment, triggers: triggers, list: list, text: content(list, moment, .chatts),
        audio: content(list, moment, .audio), generation: (known?.generation ?? 0) + 1,
        version: (known?.version ?? 0) + 1)
      let difference = SegmentDifference(from: known?.list.segments ?? [], to: list.segments)
      let isPublished = state.withLock { state in
        guard state?.version == known?.version else { return false }
        state = lists
        difference.settle(in: memory, rowBytes: list.byteCount)
        return true
      }
      guard isPublished else { continue }
      memory.dropClips()
      makeRoom(in: list)
      return lists
    }
  }

  private func content(
    _ list: SegmentedList, _ moment: ListMoment, _ kind: ListContent.Kind
  ) -> ListContent {
    ListContent(kind, list, frame: frame, epoch: moment.epoch)
  }

  /// What need not be done under the lock: forms give way to rows, and slow readers to others.
  private func makeRoom(in list: SegmentedList) {
    guard memory.makeRoom() else { return boundRetired() }
    for segment in list.segments {
      memory.give(segment.dropForms())
      guard memory.makeRoom() else { break }
    }
    boundRetired()
  }

  /// Ends the oldest responses when too much is only held by responses.
  func boundRetired() {
    guard memory.retiredBytes > memory.retiredBytesMax else { return }
    leases.revokeOldest()
  }
}

/// The segments that left a list and those that came.
struct SegmentDifference {
  let gone: ArraySlice<Segment>
  let new: ArraySlice<Segment>

  /// Segments at both ends that are the same are looked at once each.
  init(from old: [Segment], to new: [Segment]) {
    let first = zip(old, new).prefix { $0 === $1 }.count
    let (oldRest, newRest) = (old.dropFirst(first), new.dropFirst(first))
    let last = zip(oldRest.reversed(), newRest.reversed()).prefix { $0 === $1 }.count
    gone = oldRest.dropLast(last)
    self.new = newRest.dropLast(last)
  }

  /// Moves the accounts; a segment may be on both sides.
  func settle(in memory: ListMemory, rowBytes: Int) {
    memory.give(gone.reduce(0) { $0 + $1.retire() })
    memory.setRows(rowBytes, formsAdded: new.reduce(0) { $0 + $1.adopt() })
  }
}
