extension FrontEndModel {
  /// Takes a key and says what is to be done; a button that is disabled or hidden does nothing, and
  /// says so.
  mutating func press(_ key: Key) -> [FrontEndAction] {
    switch key {
    case .control("c"): return [.quit]
    case .control("z"): return [.suspend]
    case .control("l"): return [.redraw]
    default: break
    }
    if showsHelp {
      showsHelp = false
      return []
    }
    notice = nil
    switch focus {
    case .timeline: return pressInTimeline(key)
    case .compose: return pressInCompose(key)
    }
  }

  private mutating func pressInTimeline(_ key: Key) -> [FrontEndAction] {
    if move(key) { return [] }
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
    case .text("q"): return [.quit]
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
        say("A message has \(LineEditor.bytesMax / 1024) KiB at most: the rest is left out.")
      }
    }
    return []
  }

  /// Moves the selection; false for a key that moves nothing.
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

  private mutating func listen() -> [FrontEndAction] {
    guard let row = selectedRow else { return [] }
    guard row.hasClip else {
      say("This chatt has no clip.")
      return []
    }
    if player.isRecording {
      say("Stop the recording first: r")
      return []
    }
    if hasRecording {
      say("Post your recording first (c), or discard it: x")
      return []
    }
    return [.listen(id: row.id)]
  }

  private mutating func record() -> [FrontEndAction] {
    if player.recHidden {
      say("Put the clip away first: d")
      return []
    }
    if player.recDisabled {
      say("Stop the clip first: s")
      return []
    }
    return [.record]
  }

  private mutating func play() -> [FrontEndAction] {
    guard !player.playDisabled else {
      say(player.isRecording ? "Stop the recording first: r" : "There is no clip to play.")
      return []
    }
    return [.play]
  }

  private mutating func control(_ action: FrontEndAction, _ verb: String) -> [FrontEndAction] {
    guard !player.playCtlDisabled else {
      say("Nothing is being played: there is nothing to \(verb).")
      return []
    }
    return [action]
  }

  private mutating func done() -> [FrontEndAction] {
    guard !player.doneDisabled else {
      say("Stop the recording first: r")
      return []
    }
    guard player.hasClip else { return [] }
    if hasRecording { focus = .compose }
    return [.done]
  }

  private mutating func discard() -> [FrontEndAction] {
    guard hasRecording else { return [] }
    say("The recording is discarded.")
    return [.discard]
  }

  private mutating func post() -> [FrontEndAction] {
    if player.isRecording {
      say("Stop the recording first: Ctrl-R")
      return []
    }
    guard !isPosting else { return [] }
    guard !editor.isEmpty || hasRecording else {
      say("Write something, or record: Ctrl-R")
      return []
    }
    return [.post(text: editor.text)]
  }
}
