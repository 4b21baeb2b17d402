extension FrontEndModel {
  /// Handles a key and returns the actions to perform; a disabled button only sets a notice.
  mutating func press(_ key: Key) -> [FrontEndAction] {
    takeConfirmation()
    switch key {
    case .control("c"): return quit()
    case .control("z"): return [.suspend]
    case .control("l"): return [.redraw]
    default: break
    }
    if let helpTop {
      // The drawing code limits it to the last line.
      self.helpTop = Self.place(helpTop, after: key, page: 10, last: LineEditor.bytesMax)
      return []
    }
    // An error may arrive while the person writes; the next letter does not hide it.
    if notice?.isError != true || focus == .timeline || !key.isText {
      notice = failedPost
    }
    defer {
      // What was to be posted may be gone after the key.
      if editor.isEmpty, !keepsRecording { forgetFailedPost() }
    }
    switch focus {
    case .timeline where unsentList.isShown && openedRow == nil: return pressInUnsent(key)
    case .timeline where memoList.isShown && openedRow == nil: return pressInMemos(key)
    case .timeline where key == .text("q") && openedRow == nil:
      return quit()
    case .timeline: return pressInTimeline(key)
    case .compose: return pressInCompose(key)
    case .search:
      pressInSearch(key)
      return []
    }
  }

  mutating func pressInTimeline(_ key: Key) -> [FrontEndAction] {
    if pressInOpened(key) || move(key) { return [] }
    switch key {
    case .tab, .backTab, .text("c"), .text("i"): focus = .compose
    case .enter: return listen()
    case .text("r"): return record()
    case .text(" "), .text("p"): return play()
    case .left, .text("b"): return control(.rewind)
    case .right, .text("f"): return control(.forward)
    case .text("s"): return control(.stop)
    case .text("d"): return done()
    case .escape: return listeningTo == nil ? [] : done()
    case .text("x"): return discard()
    case .text("+"), .text("="): return [.setVolume(min(1, player.volume + 0.1))]
    case .text("-"): return [.setVolume(max(0, player.volume - 0.1))]
    case .text(">"), .text("."): return [.setRate(min(3, player.rate + 0.25))]
    case .text("<"), .text(","): return [.setRate(max(0.5, player.rate - 0.25))]
    case .text("l"): return [.setRepeats(!player.repeats)]
    case .text("g"), .function(5): return [.refresh]
    case .text("?"), .text("h"), .function(1): helpTop = 0
    case .text("a"): return playAll(from: selectedRow)
    case .text("A"): return playNew()
    case .text("n"): return playNeighbour(newer: true)
    case .text("N"): return playNeighbour(newer: false)
    case .text("o"): return open()
    case .text("/"): return beginSearch()
    case .text("u"): showUnsent()
    case .text("m"): return [.memo(.open)]
    case .text("S"): return saveMemo()
    case .text("D"), .delete: return deleteChatt(selectedRow)
    default: break
    }
    return []
  }

  private mutating func pressInCompose(_ key: Key) -> [FrontEndAction] {
    switch key {
    case .enter: return post()
    case .tab, .backTab, .escape: focus = .timeline
    case .control("r"): return record()
    case .control("p"): return play()
    case .control("x"): return discard()
    case .control("g"): return [.refresh]
    // At its edges, the text leaves these keys to the timeline.
    case .up: if !editor.moveUp() { _ = move(key) }
    case .down: if !editor.moveDown() { _ = move(key) }
    case .pageUp, .pageDown: _ = move(key)
    case .function(1): helpTop = 0
    default:
      if !editor.press(key) {
        setNotice("A message has at most \(LineEditor.bytesMax / 1024) KiB: the rest was cut off.")
      }
    }
    return []
  }

  /// Returns the place after a key that moves in a list; nil for any other key.
  static func place(_ place: Int, after key: Key, page: Int, last: Int) -> Int? {
    let moved: Int
    switch key {
    case .up, .text("k"): moved = place - 1
    case .down, .text("j"): moved = place + 1
    case .pageUp: moved = place - page
    case .pageDown: moved = place + page
    case .home: moved = 0
    case .end, .text("G"): moved = last
    default: return nil
    }
    return max(0, min(moved, last))
  }

  private mutating func move(_ key: Key) -> Bool {
    let last = max(0, rows.count - 1)
    guard let place = Self.place(selected, after: key, page: 5, last: last) else { return false }
    selected = place
    return true
  }

  /// Handles the keys of an opened chatt; false if the key has its usual meaning.
  private mutating func pressInOpened(_ key: Key) -> Bool {
    guard openedRow != nil, let opened else { return false }
    // The drawing code limits it to the last line.
    let last = LineEditor.bytesMax
    if let top = Self.place(opened.top, after: key, page: 10, last: last) {
      self.opened?.top = top
      return true
    }
    guard [.escape, .text("o"), .text("q")].contains(key) else { return false }
    self.opened = nil
    return true
  }

  private mutating func open() -> [FrontEndAction] {
    guard let row = selectedRow else { return explainEmptyTimeline() }
    opened = Opened(id: row.id)
    return []
  }

  /// Quits, unless unsent text or a recording would be lost and the person has not confirmed that.
  private mutating func quit() -> [FrontEndAction] {
    guard let unsent else { return [.quit] }
    let key = focus == .compose ? "Ctrl-C" : "q"
    return confirmed(.quit, "\(unsent); to quit anyway", key, "quit")
  }

  private mutating func listen() -> [FrontEndAction] {
    guard let row = selectedRow else { return explainEmptyTimeline() }
    guard row.hasClip else { return refuse(Self.noClipText) }
    return mayListen() ? [.listen(id: row.id)] : []
  }

  private mutating func record() -> [FrontEndAction] {
    if isPostingClip { return refuseWhilePosting() }
    if player.isFinishing { return refuse("The recording is being completed: please wait.") }
    let prefix = focus == .compose ? "Esc " : ""
    if player.recHidden { return refuse("Close the clip first", prefix + "d", "done") }
    if player.recDisabled { return refuse("Stop the clip first", prefix + "s", "stop") }
    guard hasRecording else { return [.record] }
    return confirmed(
      .record, "Your recording is not posted; to record over it", recordKey, "record")
  }

  mutating func play() -> [FrontEndAction] {
    if player.isRecording { return refuseWhileRecording() }
    guard !player.playDisabled, player.hasClip || player.isFinishing else {
      return refuse("There is no clip to play. Record one", recordKey, "record")
    }
    return [.play]
  }

  mutating func control(_ action: FrontEndAction) -> [FrontEndAction] {
    if !player.playCtlDisabled { return [action] }
    if player.isRecording { return action == .stop ? [.stop] : refuseWhileRecording() }
    return player.hasClip
      ? refuse("Nothing is playing. Play the clip first", "Space", "play")
      : refuse("Nothing is playing. Play a clip first", "Enter", "play N")
  }

  private mutating func done() -> [FrontEndAction] {
    if player.doneDisabled { return refuseWhileRecording() }
    if isPostingClip { return refuseWhilePosting() }
    guard player.hasClip || player.isFinishing else {
      return refuse("There is no clip to close. Play one", "Enter", "play N")
    }
    if keepsRecording { focus = .compose }
    return [.done]
  }

  private mutating func discard() -> [FrontEndAction] {
    if isPostingClip { return refuseWhilePosting() }
    if player.isRecording { return refuseWhileRecording() }
    guard keepsRecording else {
      return refuse("There is no recording to discard. Record one", recordKey, "record")
    }
    let key = focus == .compose ? "Ctrl-X" : "x"
    let actions = confirmed(
      .discard, "Your recording is not posted; to discard it", key, "discard")
    if !actions.isEmpty { setNotice("Recording discarded.") }
    return actions
  }

  private mutating func post() -> [FrontEndAction] {
    if player.isRecording { return refuseWhileRecording() }
    if isPosting { return refuse("Still posting: please wait.") }
    if !editor.isEmpty, editor.text.isBlank, !keepsRecording {
      fail("The message is only white space: write something")
      return []
    }
    guard !editor.isEmpty || keepsRecording else {
      return refuse("Write something, or record", "Ctrl-R", "record")
    }
    return [.post]
  }
}

extension FrontEndModel {
  static let noClipText = "This chatt has no clip: choose one that shows the length of its clip."

  private var recordKey: String { focus == .compose ? "Ctrl-R" : "r" }

  mutating func refuse(
    _ text: String, _ key: String? = nil, _ command: String? = nil
  ) -> [FrontEndAction] {
    setNotice(text, key, command)
    return []
  }

  mutating func refuseWhileRecording() -> [FrontEndAction] {
    refuse("Stop the recording first", recordKey, "record")
  }

  /// The clip in the player must stay there until it is posted.
  mutating func refuseWhilePosting() -> [FrontEndAction] {
    refuse("The recording is being posted: please wait.")
  }

  mutating func explainEmptyTimeline() -> [FrontEndAction] {
    hasRetrieved
      ? refuse("There is no chatt yet. Write one", "c", "post TEXT")
      : refuse("The timeline is not loaded. Load it", "g", "refresh")
  }

  static let notOwnText = "Only a chatt that was posted from here can be deleted."

  /// Deletes a chatt for everyone, after the same key has confirmed it.
  mutating func deleteChatt(_ row: TimelineRow?) -> [FrontEndAction] {
    guard let row else { return explainEmptyTimeline() }
    guard ownIDs.contains(row.id) else { return refuse(Self.notOwnText) }
    return confirmed(
      .deleteChatt(id: row.id), "To delete this chatt for everyone", "D", "the same command again")
  }
}
