extension FrontEndModel {
  /// The number of chatts that have arrived and that the person has not seen, since they are above
  /// the visible rows or something else is shown in place of the timeline.
  var newCount: Int { unseen.count }

  /// Adds the chatts of a list that are newer than all rows, before the list is shown.
  mutating func addUnseen(_ new: [TimelineRow]) {
    unseen.formIntersection(new.map(\.id))
    guard hasRetrieved else { return }
    let known = Set(rows.map(\.id))
    for row in new.prefix(while: { !known.contains($0.id) }) { unseen.insert(row.id) }
  }

  /// Removes the chatts that are visible, once the timeline has been scrolled.
  mutating func markSeen() {
    guard !unseen.isEmpty, openedRow == nil, !showsHelp, !showsUnsent, !memoList.isShown
    else { return }
    unseen.formIntersection(rows.prefix(top).map(\.id))
  }
}
