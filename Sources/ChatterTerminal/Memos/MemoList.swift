/// The memos that the front end shows.
struct MemoList: Equatable, Sendable {
  /// Newest first, as of the last time that the list was opened or changed.
  private(set) var items: [Memo] = []
  /// The index of the selected one.
  var selected = 0
  /// Whether they are shown, in place of the timeline.
  var isShown = false
  /// The title of the selected memo while it is edited; nil otherwise.
  var title: LineEditor?

  var selectedMemo: Memo? { items.indices.contains(selected) ? items[selected] : nil }

  func memo(_ id: MemoID) -> Memo? { items.first { $0.id == id } }

  /// Replaces all memos. The selected one stays selected.
  mutating func replace(with items: [Memo]) {
    let id = selectedMemo?.id
    self.items = items
    selected = items.firstIndex { $0.id == id } ?? 0
  }

  /// Adds a new memo, and selects it.
  mutating func add(_ memo: Memo) {
    items.insert(memo, at: 0)
    selected = 0
  }

  /// Replaces a memo that has been renamed.
  mutating func update(_ memo: Memo) {
    if let place = items.firstIndex(where: { $0.id == memo.id }) { items[place] = memo }
  }

  /// Removes a memo that has been deleted; the last one closes the list.
  mutating func remove(_ id: MemoID) {
    if selectedMemo?.id == id { title = nil }
    items.removeAll { $0.id == id }
    selected = max(0, min(selected, items.count - 1))
    if items.isEmpty { isShown = false }
  }
}
