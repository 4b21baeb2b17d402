extension FrontEndModel {
  var selectedUnsent: UnsentItem? {
    unsentItems.indices.contains(unsentSelected) ? unsentItems[unsentSelected] : nil
  }

  /// Shows what earlier runs have not posted.
  mutating func showUnsent() {
    guard !unsentItems.isEmpty else { return setNotice("There is nothing unsent.") }
    showsUnsent = true
  }

  /// Removes an item that has been posted or deleted; the last one closes the list.
  mutating func removeUnsent(_ id: String) {
    unsentItems.removeAll { $0.id == id }
    unsentSelected = max(0, min(unsentSelected, unsentItems.count - 1))
    if unsentItems.isEmpty { showsUnsent = false }
  }

  /// Handles a key while the items are shown.
  mutating func pressInUnsent(_ key: Key) -> [FrontEndAction] {
    let last = max(0, unsentItems.count - 1)
    if let place = Self.place(unsentSelected, after: key, page: 5, last: last) {
      unsentSelected = place
      return []
    }
    guard let item = selectedUnsent else {
      showsUnsent = false
      return []
    }
    switch key {
    case .enter, .text(" "): return play(item)
    case .text("p"): return post(item)
    case .text("x"), .delete: return delete(item)
    case .left, .text("b"): return control(.rewind)
    case .right, .text("f"): return control(.forward)
    case .text("s"): return control(.stop)
    case .escape, .text("u"), .text("q"), .text("d"):
      showsUnsent = false
      setNotice("\(UnsentItem.count(unsentItems.count)) kept. Decide later", "u", "unsent")
      return listeningTo?.id == item.id ? [.done] : []
    case .text("?"), .text("h"), .function(1): helpTop = 0
    default:
      guard Self.leavesUnsent(key) else { break }
      showsUnsent = false
      return pressInTimeline(key)
    }
    return []
  }

  /// Whether a key closes the list and does what it does in the timeline, which its screen offers.
  private static func leavesUnsent(_ key: Key) -> Bool {
    switch key {
    case .tab, .backTab: true
    case .text(let letter): "cirgm/ao".unicodeScalars.contains(letter)
    default: false
    }
  }

  mutating func play(_ item: UnsentItem) -> [FrontEndAction] {
    if listeningTo?.id == item.id, player.hasClip { return play() }
    guard item.clip != .none else { return refuse("This is a text. Post it", "p", "unsent post N") }
    if let defect = item.defect { return refuse("Cannot play it: \(defect)") }
    return mayListen() ? [.playUnsent(id: item.id)] : []
  }

  mutating func post(_ item: UnsentItem) -> [FrontEndAction] {
    if isPosting { return refuse("Still posting: please wait.") }
    if let defect = item.defect { return refuse("Cannot post it: \(defect)") }
    return [.postUnsent(id: item.id)]
  }

  mutating func delete(_ item: UnsentItem) -> [FrontEndAction] {
    if posting?.unsentID == item.id { return refuse("Still posting: please wait.") }
    guard confirms(.deleteUnsent(id: item.id)) else {
      return refuse(
        "\(item.title) would be lost; to delete it anyway", "x", "the same command again")
    }
    setNotice("Deleted.")
    return [.deleteUnsent(id: item.id)]
  }
}
