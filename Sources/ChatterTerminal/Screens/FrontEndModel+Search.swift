extension FrontEndModel {
  mutating func beginSearch() -> [FrontEndAction] {
    guard !rows.isEmpty else { return explainEmptyTimeline() }
    (search, searchOrigin, focus) = (LineEditor(), selectedRow?.id, .search)
    return []
  }

  /// Whether a chatt has the text that is searched for, in its message or its author's name.
  func isMatch(_ row: TimelineRow) -> Bool {
    let text = search.text.lowercased()
    return !text.isEmpty
      && (row.message.lowercased().contains(text) || row.author.lowercased().contains(text))
  }

  /// Which of the matches is selected, such as `2 of 5`.
  var searchCount: String {
    guard !search.isEmpty else { return "" }
    let matches = rows.indices.filter { isMatch(rows[$0]) }
    guard let place = matches.firstIndex(of: selected) else { return " no match" }
    return " \(place + 1) of \(matches.count)"
  }

  mutating func pressInSearch(_ key: Key) {
    switch key {
    case .enter, .tab: focus = .timeline
    case .escape:
      focus = .timeline
      if let place = rows.firstIndex(where: { $0.id == searchOrigin }) { selected = place }
    case .down: selectMatch(rows.indices.dropFirst(selected + 1))
    case .up: selectMatch(rows.indices.prefix(selected).reversed())
    default:
      _ = search.press(key)
      // Older chatts first, then from the newest one on.
      let origin = rows.firstIndex { $0.id == searchOrigin } ?? 0
      selectMatch(Array(origin..<rows.count) + Array(0..<origin))
    }
  }

  private mutating func selectMatch(_ places: some Sequence<Int>) {
    if let place = places.first(where: { isMatch(rows[$0]) }) { selected = place }
  }
}
