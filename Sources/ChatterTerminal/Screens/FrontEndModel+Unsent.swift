extension FrontEndModel {
  mutating func showUnsent() {
    guard !unsentList.items.isEmpty else { return setNotice("There is nothing unsent.") }
    unsentList.isShown = true
  }

  mutating func pressInUnsent(_ key: Key) -> [FrontEndAction] {
    guard !unsentList.move(after: key), let item = unsentList.selectedItem else { return [] }
    switch key {
    case .enter, .text(" "): return play(item)
    case .text("p"): return post(item)
    case .text("x"), .delete: return delete(item)
    case .left, .text("b"): return control(.rewind)
    case .right, .text("f"): return control(.forward)
    case .text("s"): return control(.stop)
    case .escape, .text("u"), .text("q"), .text("d"):
      unsentList.isShown = false
      setNotice("\(UnsentItem.count(unsentList.items.count)) kept. Decide later", "u", "unsent")
      return listeningTo?.id == item.id ? [.done] : []
    case .text("?"), .text("h"), .function(1): helpTop = 0
    default:
      guard Self.leavingKeys.contains(key) else { break }
      unsentList.isShown = false
      return pressInTimeline(key)
    }
    return []
  }

  /// The keys that close the list and do what they do in the timeline, which its screen offers.
  private static let leavingKeys: [Key] =
    [.tab, .backTab] + "cirgm/ao".unicodeScalars.map { .text($0) }

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
    let actions = confirmed(
      .deleteUnsent(id: item.id), "\(item.title) would be lost; to delete it anyway", "x",
      "the same command again")
    if !actions.isEmpty { setNotice("Deleted.") }
    return actions
  }
}
