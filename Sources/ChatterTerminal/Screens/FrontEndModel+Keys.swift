extension FrontEndModel {
  /// Handles a key and returns the actions to perform; a disabled or hidden button only sets a
  /// notice.
  mutating func press(_ key: Key) -> [FrontEndAction] {
    let wasQuitting = isQuitting
    isQuitting = false
    switch key {
    case .control("c"): return quit(wasQuitting: wasQuitting)
    case .control("z"): return [.suspend]
    case .control("l"): return [.redraw]
    default: break
    }
    if showsHelp {
      showsHelp = false
      return []
    }
    // An error may arrive while the person writes; the next letter does not hide it.
    if notice?.isError != true || focus == .timeline || !key.isText { notice = nil }
    switch focus {
    case .timeline where key == .text("q") && openedRow == nil:
      return quit(wasQuitting: wasQuitting)
    case .timeline: return pressInTimeline(key)
    case .compose: return pressInCompose(key)
    }
  }

  private mutating func pressInTimeline(_ key: Key) -> [FrontEndAction] {
    if pressInOpened(key) || move(key) { return [] }
    switch key {
    case .tab, .backTab, .text("c"), .text("i"): focus = .compose
    case .enter: return listen()
    case .text("r"): return record()
    case .text(" "), .text("p"): return play()
    case .left, .text("b"): return control(.rewind, "go back")
    case .right, .text("f"): return control(.forward, "go forward")
    case .text("s"): return control(.stop, "stop")
    case .text("d"), .escape: return done()
    case .text("x"): return discard()
    case .text("+"), .text("="): return [.setVolume(min(1, player.volume + 0.1))]
    case .text("-"): return [.setVolume(max(0, player.volume - 0.1))]
    case .text(">"), .text("."): return [.setRate(min(3, player.rate + 0.25))]
    case .text("<"), .text(","): return [.setRate(max(0.5, player.rate - 0.25))]
    case .text("l"): return [.setRepeats(!player.repeats)]
    case .text("g"), .function(5): return [.refresh]
    case .text("?"), .text("h"), .function(1): showsHelp = true
    case .text("o"): open()
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
    case .up, .down, .pageUp, .pageDown: _ = move(key)
    case .function(1): showsHelp = true
    default:
      if editor.press(key) == .cut {
        setNotice("A message has at most \(LineEditor.bytesMax / 1024) KiB: the rest was cut off.")
      }
    }
    return []
  }

  /// Moves the selection; false if the key does not move it.
  private mutating func move(_ key: Key) -> Bool {
    let page = 5
    switch key {
    case .up, .text("k"): selected -= 1
    case .down, .text("j"): selected += 1
    case .pageUp: selected -= page
    case .pageDown: selected += page
    case .home: selected = 0
    case .end, .text("G"): selected = rows.count - 1
    default: return false
    }
    selected = max(0, min(selected, rows.count - 1))
    return true
  }

  /// Handles the keys of an opened chatt; false if the key has its usual meaning.
  private mutating func pressInOpened(_ key: Key) -> Bool {
    guard openedRow != nil, var opened else { return false }
    let page = 10
    switch key {
    case .up, .text("k"): opened.top -= 1
    case .down, .text("j"): opened.top += 1
    case .pageUp: opened.top -= page
    case .pageDown: opened.top += page
    case .home: opened.top = 0
    // The drawing code limits it to the last line.
    case .end, .text("G"): opened.top = LineEditor.bytesMax
    case .escape, .text("o"), .text("q"):
      self.opened = nil
      return true
    default: return false
    }
    opened.top = max(0, opened.top)
    self.opened = opened
    return true
  }

  private mutating func open() {
    guard let row = selectedRow else { return setNotice("There is no chatt to read.") }
    opened = Opened(id: row.id)
  }

  /// Quits, unless unsent text or a recording would be lost and the person has not confirmed that.
  private mutating func quit(wasQuitting: Bool) -> [FrontEndAction] {
    guard let unsent, !wasQuitting else { return [.quit] }
    isQuitting = true
    setNotice("\(unsent); to quit anyway", focus == .compose ? "Ctrl-C" : "q", "quit")
    return []
  }

  private mutating func setStopNotice() {
    setNotice("Stop the recording first", focus == .compose ? "Ctrl-R" : "r", "record")
  }

  /// Whether the clip in the player must stay there; sets a notice if so.
  private mutating func isClipTaken() -> Bool {
    guard isPostingClip else { return false }
    setNotice("The recording is being posted: please wait.")
    return true
  }

  private mutating func listen() -> [FrontEndAction] {
    guard let row = selectedRow else {
      setNotice("There is no chatt to listen to.")
      return []
    }
    guard row.hasClip else {
      setNotice("This chatt has no clip.")
      return []
    }
    if player.isRecording {
      setStopNotice()
      return []
    }
    if isClipTaken() { return [] }
    if keepsRecording {
      setNotice("Post your recording first, or discard it", "x", "discard")
      return []
    }
    return [.listen(id: row.id)]
  }

  private mutating func record() -> [FrontEndAction] {
    if isClipTaken() { return [] }
    if player.isFinishing {
      setNotice("The recording is being completed: please wait.")
      return []
    }
    if player.recHidden {
      setNotice("Close the clip first", focus == .compose ? "Esc d" : "d", "done")
      return []
    }
    if player.recDisabled {
      setNotice("Stop the clip first", focus == .compose ? "Esc s" : "s", "stop")
      return []
    }
    return [.record]
  }

  private mutating func play() -> [FrontEndAction] {
    if player.isRecording {
      setStopNotice()
      return []
    }
    guard !player.playDisabled, player.hasClip || player.isFinishing else {
      setNotice("There is no clip to play.")
      return []
    }
    return [.play]
  }

  private mutating func control(_ action: FrontEndAction, _ verb: String) -> [FrontEndAction] {
    guard !player.playCtlDisabled else {
      setNotice("Nothing is playing: cannot \(verb).")
      return []
    }
    return [action]
  }

  private mutating func done() -> [FrontEndAction] {
    guard !player.doneDisabled else {
      setStopNotice()
      return []
    }
    if isClipTaken() { return [] }
    guard player.hasClip || player.isFinishing else {
      setNotice("There is no clip to close.")
      return []
    }
    if keepsRecording { focus = .compose }
    return [.done]
  }

  private mutating func discard() -> [FrontEndAction] {
    if isClipTaken() { return [] }
    if player.isRecording {
      setStopNotice()
      return []
    }
    guard keepsRecording else {
      setNotice("There is no recording to discard.")
      return []
    }
    setNotice("Recording discarded.")
    return [.discard]
  }

  private mutating func post() -> [FrontEndAction] {
    if player.isRecording {
      setStopNotice()
      return []
    }
    guard !isPosting else {
      setNotice("Still posting: please wait.")
      return []
    }
    guard !editor.isEmpty || keepsRecording else {
      setNotice("Write something, or record", "Ctrl-R", "record")
      return []
    }
    return [.post]
  }
}
