public import Chatter
internal import ChatterStore
internal import Postgres
internal import System

/// Both lists, ready to be sent, as of one snapshot of the database. Shared by all loops.
///
/// If their order depends on the URL, these are the lists of URLs with a last slash.
///
/// Every list request polls the database first (`ListReader`) and merges the changes here. Polls
/// from different loops may arrive in any order.
public final class ReadyLists: Sendable {
  /// The lists of a snapshot. They do not change while they are sent.
  final class Lists: Sendable {
    let snapshot: ListSnapshot
    /// The result of `ListStatements.triggers` when all rows were read.
    let triggers: String
    let list: SegmentedList
    let text: ListBody
    let audio: ListBody
    /// Incremented each time all rows are read.
    let generation: Int
    /// Incremented with each change of the lists.
    let version: UInt64
    /// Incremented with each change of the table, also of rows that the lists do not have.
    let contentVersion: UInt64

    init(
      _ list: SegmentedList, _ snapshot: ListSnapshot, triggers: String, text: ListBody,
      audio: ListBody, generation: Int, version: UInt64, contentVersion: UInt64
    ) {
      (self.list, self.snapshot, self.triggers) = (list, snapshot, triggers)
      (self.text, self.audio) = (text, audio)
      (self.generation, self.version) = (generation, version)
      self.contentVersion = contentVersion
    }
  }

  let profile: ListProfile
  /// The lists of URLs without a last slash, if their order is another.
  let withoutSlash: ReadyLists?
  let memory: ListMemory
  let leases = ListLeases()
  /// Held by the loop that reads rows at the start, older rows or a long change. Others wait, and
  /// poll again afterwards.
  let loading = AsyncSemaphore(countMax: 1)
  let isMigrated = Lock(false)
  /// Whether a loop reads older rows into memory.
  let isExtending = Lock(false)
  private let envelope: ListEnvelope
  private let rowsMax: Int?
  private let state = Lock<Lists?>(nil)

  /// What the lists hold now, for operators.
  public struct Figures: Sendable, Equatable {
    /// Rows that are in memory.
    public var rowCount = 0
    /// Bytes of the rows.
    public var rowBytes = 0
    /// Bytes of clips and other forms that can be made again.
    public var formBytes = 0
    /// Bytes that only slow readers still need.
    public var retiredBytes = 0
    /// The limit of all of them together.
    public var bytesMax = 0

    public init() {}
  }

  public var figures: Figures {
    var figures = withoutSlash?.figures ?? Figures()
    figures.rowCount += cached?.list.rowCount ?? 0
    figures.rowBytes += memory.live.rowBytes
    figures.formBytes += memory.live.formBytes
    figures.retiredBytes += memory.retiredBytes
    figures.bytesMax += memory.bytesMax
    return figures
  }

  /// Creates lists of at most `rowsMax` rows, the newest ones. With `isByURL`, those of URLs
  /// without a last slash have the oldest chatt first, and both have a half of the memory.
  public init(
    profile: ListProfile, isByURL: Bool = false, rowsMax: Int? = nil,
    memoryBytesMax: Int = 256 << 20
  ) {
    self.profile = profile
    self.rowsMax = rowsMax
    let memoryBytesMax = isByURL ? memoryBytesMax / 2 : memoryBytesMax
    var oldest = profile
    oldest.order = .oldest
    withoutSlash =
      isByURL ? ReadyLists(profile: oldest, rowsMax: rowsMax, memoryBytesMax: memoryBytesMax) : nil
    memory = ListMemory(bytesMax: memoryBytesMax)
    envelope = ListEnvelope(profile)
  }

  /// The current lists; nil before all rows were read.
  var cached: Lists? { state.withLock { $0 } }

  /// Merges the result of a poll that started from lists of this generation. Returns lists of the
  /// poll's snapshot or a later one; nil if all rows must be read again.
  func update(_ change: ListChange, generation: Int) -> Lists? {
    while true {
      guard let cached, generation == cached.generation, !change.isTruncated,
        change.snapshot.epoch == cached.snapshot.epoch
      else { return nil }
      // A poll of another loop that saw more has finished first.
      guard change.snapshot.isLater(than: cached.snapshot) else { return cached }
      var list = cached.list
      list.update(change)
      memory.dropClips(of: change)
      if let lists = publish(
        list, change.snapshot, isChanged: !change.isEmpty, replacing: cached)
      {
        return lists
      }
    }
  }

  /// Makes a list the current one, unless the lists that it was made from have been replaced.
  func publish(
    _ list: SegmentedList, _ snapshot: ListSnapshot, isChanged: Bool = true,
    replacing cached: Lists
  ) -> Lists? {
    let isSame = list.isSame(as: cached.list)
    let lists = Lists(
      isSame ? cached.list : list, snapshot, triggers: cached.triggers,
      text: isSame ? cached.text : body(.chatts, list, snapshot),
      audio: isSame ? cached.audio : body(.audio, list, snapshot),
      generation: cached.generation, version: cached.version + 1,
      contentVersion: cached.contentVersion + (isChanged ? 1 : 0))
    guard replace(cached, by: lists) else { return nil }
    enforceLimits(on: lists.list)
    return lists
  }

  /// Publishes lists, unless the lists that they were made from have been replaced.
  private func replace(_ cached: Lists?, by lists: Lists) -> Bool {
    let difference = SegmentDifference(
      from: cached?.list.segments ?? [], to: lists.list.segments)
    return state.withLock { state in
      guard state?.version == cached?.version else { return false }
      state = lists
      difference.settle(in: memory, rowBytes: lists.list.byteCount)
      return true
    }
  }

  /// A list without rows, to read rows into.
  var empty: SegmentedList { SegmentedList(order: profile.order, rowsMax: rowsMax, memory: memory) }

  /// Begins a new generation with rows, unless polls of other loops have seen a later snapshot.
  func replaceAll(_ list: SegmentedList, snapshot: ListSnapshot, triggers: String = "") -> Lists {
    while true {
      let cached = self.cached
      if let cached, triggers == cached.triggers, !snapshot.isLater(than: cached.snapshot) {
        return cached
      }
      let lists = Lists(
        list, snapshot, triggers: triggers, text: body(.chatts, list, snapshot),
        audio: body(.audio, list, snapshot), generation: (cached?.generation ?? 0) + 1,
        version: (cached?.version ?? 0) + 1, contentVersion: (cached?.contentVersion ?? 0) + 1)
      guard replace(cached, by: lists) else { continue }
      memory.dropClips()
      enforceLimits(on: list)
      return lists
    }
  }

  /// Takes the next older rows, which were read at a snapshot, into lists. Returns nil if these no
  /// longer end where the rows begin.
  ///
  /// The rows may lack changes that came after their snapshot, and the lists those after theirs, so
  /// the next poll looks for changes since the earlier one. A poll that has begun before ends
  /// without effect, as it belongs to another generation.
  func extend(with batch: OlderBatch, at snapshot: ListSnapshot, from lists: Lists) -> Lists? {
    while true {
      guard let cached, cached.generation == lists.generation,
        cached.list.older?.last == lists.list.older?.last, snapshot.epoch == cached.snapshot.epoch
      else { return nil }
      var list = cached.list
      list.extend(with: batch)
      let earlier = snapshot.isLater(than: cached.snapshot) ? cached.snapshot : snapshot
      let lists = Lists(
        list, earlier, triggers: cached.triggers, text: body(.chatts, list, earlier),
        audio: body(.audio, list, earlier), generation: cached.generation + 1,
        version: cached.version + 1, contentVersion: cached.contentVersion)
      guard replace(cached, by: lists) else { continue }
      enforceLimits(on: list)
      return lists
    }
  }

  private func body(_ kind: ListBody.Kind, _ list: SegmentedList, _ snapshot: ListSnapshot)
    -> ListBody
  {
    ListBody(kind, list, envelope: envelope, epoch: snapshot.epoch)
  }

  /// Drops forms to make room for rows, and ends the responses of slow clients if necessary.
  private func enforceLimits(on list: SegmentedList) {
    for segment in list.segments {
      guard memory.evictClips() else { break }
      memory.release(segment.dropForms())
    }
    boundRetired()
  }

  /// Ends the oldest responses if data that only responses reference exceeds its limit.
  func boundRetired() {
    guard memory.retiredBytes > memory.retiredBytesMax else { return }
    leases.revokeOldest()
  }
}

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
    memory.release(gone.reduce(0) { $0 + $1.retire() })
    memory.setRows(rowBytes, formsAdded: new.reduce(0) { $0 + $1.adopt() })
  }
}
