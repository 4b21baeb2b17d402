/// Items that are shown in place of the timeline, with a selected one.
struct ItemList<Item: Equatable & Identifiable & Sendable>: Equatable, Sendable {
  var items: [Item] = []
  var selected = 0
  var isShown = false

  var selectedItem: Item? { items.indices.contains(selected) ? items[selected] : nil }

  /// The item with an id, if it is there; setting it replaces only an item that is.
  subscript(id: Item.ID) -> Item? {
    get { items.first { $0.id == id } }
    set {
      if let newValue, let place = items.firstIndex(where: { $0.id == id }) {
        items[place] = newValue
      }
    }
  }

  /// Replaces all items. The selected one stays selected.
  mutating func replace(with items: [Item]) {
    let id = selectedItem?.id
    self.items = items
    selected = items.firstIndex { $0.id == id } ?? 0
    if items.isEmpty { isShown = false }
  }

  mutating func add(_ item: Item) {
    items.insert(item, at: 0)
    selected = 0
  }

  /// Removes an item; the last one closes the list.
  mutating func remove(_ id: Item.ID) {
    items.removeAll { $0.id == id }
    selected = max(0, min(selected, items.count - 1))
    if items.isEmpty { isShown = false }
  }

  mutating func move(after key: Key) -> Bool {
    let last = max(0, items.count - 1)
    guard let place = FrontEndModel.place(selected, after: key, page: 5, last: last) else {
      return false
    }
    selected = place
    return true
  }
}
