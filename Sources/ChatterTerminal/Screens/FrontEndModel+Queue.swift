extension FrontEndModel {
  /// The id of the chatt whose clip is playing; nil while none is.
  var playingID: String? { player.isPlaying ? listeningTo?.id : nil }

  /// Returns the clip that arrived after another one, or before it; nil if there is none. Without a
  /// clip in the player, the other one is the selected chatt.
  func clip(after id: String?, newer: Bool) -> TimelineRow? {
    let place = id.flatMap { id in rows.firstIndex { $0.id == id } } ?? selected
    guard rows.indices.contains(place) else { return nil }
    return newer
      ? rows[..<place].last(where: \.hasClip) : rows[(place + 1)...].first(where: \.hasClip)
  }

  /// Plays the clip of a chatt, if it has one, and then all clips that arrived after it.
  mutating func playAll(from row: TimelineRow?) -> [FrontEndAction] {
    guard let row, let first = row.hasClip ? row : clip(after: row.id, newer: true) else {
      return refuse("There is no clip from here on. Choose an older chatt", "Down", "queue 1")
    }
    guard mayListen() else { return [] }
    return [.playQueue(from: first.id, .all)]
  }

  /// The number of clips that were not heard.
  var newCount: Int { rows.count { $0.isNew } }

  /// Plays the clips that were not heard, from the oldest one on.
  mutating func playNew() -> [FrontEndAction] {
    guard let first = rows.last(where: \.isNew) else {
      return rows.isEmpty ? explainEmptyTimeline() : refuse("There is nothing new to hear.")
    }
    guard mayListen() else { return [] }
    return [.playQueue(from: first.id, .unheard)]
  }

  /// Returns the clip of the queue that follows another one; nil without a queue.
  func queuedClip(after id: String?) -> TimelineRow? {
    guard let queue else { return nil }
    var next = clip(after: id, newer: true)
    while queue == .unheard, let row = next, !row.isNew { next = clip(after: row.id, newer: true) }
    return next
  }

  mutating func playNeighbour(newer: Bool) -> [FrontEndAction] {
    guard let row = clip(after: listeningTo?.id, newer: newer) else {
      return refuse(newer ? "There is no newer clip." : "There is no older clip.")
    }
    guard mayListen() else { return [] }
    return [newer ? .next(id: row.id) : .previous(id: row.id)]
  }

  /// Whether the player is free for a clip; if not, sets the reason as a notice.
  mutating func mayListen() -> Bool {
    if player.isRecording {
      _ = refuseWhileRecording()
    } else if isPostingClip {
      _ = refuseWhilePosting()
    } else if keepsRecording {
      setNotice("Post your recording first, or discard it", "x", "discard")
    } else {
      return true
    }
    return false
  }
}
