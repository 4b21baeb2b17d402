extension FrontEndModel {
  static let notOwnText = "Only a chatt that was posted from here can be deleted."

  /// Deletes a chatt for everyone, after the same key has confirmed it.
  mutating func deleteChatt(_ row: TimelineRow?) -> [FrontEndAction] {
    guard let row else {
      explainEmptyTimeline()
      return []
    }
    guard ownIDs.contains(row.id) else { return refuse(Self.notOwnText) }
    guard confirms(.deleteChatt(id: row.id)) else {
      return refuse("To delete this chatt for everyone", "D", "the same command again")
    }
    return [.deleteChatt(id: row.id)]
  }
}
