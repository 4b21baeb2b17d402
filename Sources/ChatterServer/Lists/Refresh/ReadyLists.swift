public import Chatter
internal import Postgres
internal import EventLoop

/// Both lists, ready to be sent, as of one snapshot of the database. Shared by all loops.
///
/// The database is authoritative. Every list request polls it first (`ListReader`) and merges the
/// changes here. Polls from different loops may arrive in any order.
public final class ReadyLists: Sendable {
  /// The lists of a snapshot. They do not change while they are sent.
  struct Lists: Sendable {
    let moment: ListMoment
    /// The result of `ListStatements.triggers` when all rows were read.
    let triggers: String
    let list: SegmentedList
    let text: ListContent
    let audio: ListContent
    /// Incremented each time all rows are read.
    let generation: Int
    /// Incremented with each change of the lists.
    let version: UInt64
  }

  let profile: ListProfile
  let memory: ListMemory
  let leases = ListLeases()
  let loading = ListLoading()
  /// Whether all migrations have been applied.
  let isMigrated = Lock(false)
  private let frame: ListFrame
  private let rowsMax: Int?
  private let state = Lock<Lists?>(nil)

  /// - Parameters:
  ///   - rowsMax: the number of newest rows that a list shows; nil for all rows.
  ///   - memoryBytesMax: maximum memory for lists, in bytes.
  public init(profile: ListProfile, rowsMax: Int? = nil, memoryBytesMax: Int = 256 << 20) {
    self.profile = profile
    self.rowsMax = rowsMax
    memory = ListMemory(bytesMax: memoryBytesMax)
    frame = ListFrame(profile)
  }

  /// The current lists; nil before all rows were read.
  var known: Lists? { state.withLock { $0 } }

  /// Merges the result of a poll that started from lists of this generation.
  ///
  /// - Returns: lists of the poll's snapshot or a later one; nil if all rows must be read again.
  func update(_ change: ListChange, generation: Int) -> Lists? {
    while true {
      guard let known, generation == known.generation, !change.isTruncated,
        change.moment.epoch == known.moment.epoch
      else { return nil }
      // A poll of another loop that saw more has finished first.
      guard change.moment.isLater(than: known.moment) else { return known }
      var list = known.list
      list.update(change)
      memory.dropClips(of: change)
      guard !list.isWorthLoading else { return nil }
      if let lists = publish(list, change.moment, replacing: known) { return lists }
    }
  }

  /// Makes a list the current one, unless the lists that it was made from have been replaced.
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

  /// Returns an empty list to read rows into, and the number of bytes for its rows: half as many if
  /// there is a current list, so that there is room for both.
  func beginLoading() -> (list: SegmentedList, bytesMax: Int) {
    let list = SegmentedList(order: profile.order, rowsMax: rowsMax, memory: memory)
    return (list, known == nil ? memory.rowBytesMax : memory.rowBytesMax / 2)
  }

  /// Begins a new generation with the rows that were read, unless polls of other loops have seen a
  /// later snapshot meanwhile.
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

  /// Drops forms to make room for rows, and ends the responses of slow clients if necessary. The
  /// lock need not be held.
  private func makeRoom(in list: SegmentedList) {
    guard memory.makeRoom() else { return boundRetired() }
    for segment in list.segments {
      memory.give(segment.dropForms())
      guard memory.makeRoom() else { break }
    }
    boundRetired()
  }

  /// Ends the oldest responses if data that only responses reference exceeds its limit.
  func boundRetired() {
    guard memory.retiredBytes > memory.retiredBytesMax else { return }
    leases.revokeOldest()
  }
}

/// The segments that were removed from a list and those that were added.
struct SegmentDifference {
  let gone: ArraySlice<Segment>
  let new: ArraySlice<Segment>

  /// Finds the difference. Each identical segment at either end is visited once.
  init(from old: [Segment], to new: [Segment]) {
    let first = zip(old, new).prefix { $0 === $1 }.count
    let (oldRest, newRest) = (old.dropFirst(first), new.dropFirst(first))
    let last = zip(oldRest.reversed(), newRest.reversed()).prefix { $0 === $1 }.count
    gone = oldRest.dropLast(last)
    self.new = newRest.dropLast(last)
  }

  /// Updates the accounting. A segment may be on both sides.
  func settle(in memory: ListMemory, rowBytes: Int) {
    memory.give(gone.reduce(0) { $0 + $1.retire() })
    memory.setRows(rowBytes, formsAdded: new.reduce(0) { $0 + $1.adopt() })
  }
}
