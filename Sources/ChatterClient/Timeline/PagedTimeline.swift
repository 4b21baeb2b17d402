internal import Chatter

/// The chatts of the newest pages, each once and without a gap, to which events are applied.
struct PagedTimeline {
  /// Maximum number of deletions that are remembered, so that an older page brings no chatt back.
  static let deletedMax = 1024

  private(set) var chatts: [Chatt] = []
  /// The cursor of the page that continues the last chatt; nil if there is none.
  private(set) var next: String?
  /// Number of changes; a page that was requested before a change may lack it.
  private(set) var version = 0
  private(set) var olderCount = 0
  private var ids: Set<ChattID> = []
  private var deleted: [ChattID] = []

  mutating func replace(with page: V1Body.Page) {
    version += 1
    (chatts, ids, olderCount) = ([], [], 0)
    next = page.next
    append(page.chatts)
  }

  /// Merges the newest page, requested when the timeline had a version.
  ///
  /// Without a change since then, chatts that the page lacks are gone. If the page has none of the
  /// chatts, others may be in between, and the timeline starts over.
  mutating func refresh(with page: V1Body.Page, requestedAt requested: Int) {
    guard let last = page.chatts.last(where: { $0.id.map(ids.contains) ?? false }),
      let end = chatts.firstIndex(where: { $0.id == last.id })
    else {
      guard requested == version || !page.chatts.isEmpty && page.next != nil else {
        return insert(page.chatts)
      }
      return replace(with: page)
    }
    guard requested == version else { return insert(page.chatts) }
    version += 1
    let rest = Array(chatts[(end + 1)...])
    // Without a next page, nothing is older than this one.
    if page.next == nil { next = nil }
    if rest.isEmpty { next = page.next }
    (chatts, ids) = ([], [])
    append(page.chatts)
    if page.next != nil { append(rest) }
  }

  mutating func append(older page: V1Body.Page) {
    version += 1
    let count = chatts.count
    append(page.chatts)
    olderCount += chatts.count - count
    next = page.next
  }

  @discardableResult
  mutating func insert(_ chatt: Chatt) -> Bool {
    guard let id = chatt.id, !ids.contains(id), !deleted.contains(id) else { return false }
    let index = chatts.firstIndex { !Self.isNewer($0, than: chatt) } ?? chatts.endIndex
    // It is older than all that are shown: the page to which it belongs brings it.
    guard index < chatts.endIndex || next == nil else { return false }
    version += 1
    chatts.insert(chatt, at: index)
    ids.insert(id)
    return true
  }

  func hasRemoved(_ id: ChattID) -> Bool { deleted.contains(id) }

  @discardableResult
  mutating func remove(_ id: ChattID) -> Chatt? {
    version += 1
    if deleted.count == Self.deletedMax { deleted.removeFirst() }
    deleted.append(id)
    guard ids.remove(id) != nil, let index = chatts.firstIndex(where: { $0.id == id }) else {
      return nil
    }
    return chatts.remove(at: index)
  }

  private mutating func insert(_ chatts: [Chatt]) {
    for chatt in chatts { insert(chatt) }
  }

  private mutating func append(_ more: [Chatt]) {
    for chatt in more {
      guard let id = chatt.id, !deleted.contains(id), ids.insert(id).inserted else { continue }
      chatts.append(chatt)
    }
  }

  /// The order of the server is that of the times; the ids begin with the time in more detail.
  private static func isNewer(_ left: Chatt, than right: Chatt) -> Bool {
    guard let first = left.date, let second = right.date, first != second else {
      guard let first = left.id, let second = right.id else { return false }
      return first > second
    }
    return first > second
  }
}
