extension FrontEndModel {
  private static let noMemosText = "There is no memo yet. Record something and keep it"

  /// Shows the memos, or explains why there are none. The plain front end prints them instead.
  mutating func showMemos(_ items: [Memo]) {
    memoList.replace(with: items)
    memoList.title = nil
    memoList.isShown = !items.isEmpty
    if items.isEmpty { setNotice(Self.noMemosText, "S", "memo save") }
  }

  /// Handles a key while the memos are shown.
  mutating func pressInMemos(_ key: Key) -> [FrontEndAction] {
    if memoList.title != nil { return pressInTitle(key) }
    let last = max(0, memoList.items.count - 1)
    if let place = Self.place(memoList.selected, after: key, page: 5, last: last) {
      memoList.selected = place
      return []
    }
    guard let memo = memoList.selectedMemo else {
      memoList.isShown = false
      return []
    }
    switch key {
    case .enter, .text(" "): return play(memo)
    case .text("p"):
      // In the timeline the same key plays.
      if confirms(.postMemo(memo.id)) { return post(memo) }
      setNotice("\(memo.name) becomes public; to post it", "p", "the same command again")
    case .text("e"): memoList.title = LineEditor(memo.title)
    case .text("x"), .delete: return delete(memo)
    case .escape, .text("m"), .text("q"), .text("d"):
      memoList.isShown = false
      return memoList.items.contains { isListening(to: $0) } ? [.done] : []
    default: return Self.keepsItsMeaning(key) ? pressInTimeline(key) : []
    }
    return []
  }

  /// Whether a key does the same as in the timeline: those of the recorder, the player and the
  /// program.
  private static func keepsItsMeaning(_ key: Key) -> Bool {
    switch key {
    case .tab, .backTab, .left, .right, .function: true
    case .text(let letter): "cirSsbf+=-><.,lg?h".unicodeScalars.contains(letter)
    default: false
    }
  }

  /// Handles a key while a title is edited.
  private mutating func pressInTitle(_ key: Key) -> [FrontEndAction] {
    guard var title = memoList.title, let memo = memoList.selectedMemo else { return [] }
    switch key {
    case .enter: return [.memo(.rename(memo.id, title: title.text))]
    case .escape: memoList.title = nil
    default:
      // A text beyond the limit of the editor exceeds that of a title, which Enter reports.
      _ = title.press(key)
      memoList.title = title
    }
    return []
  }

  private func isListening(to memo: Memo) -> Bool { listeningTo?.id == memo.id.text }

  /// Keeps the recording as a memo.
  mutating func saveMemo(title: String = "") -> [FrontEndAction] {
    if player.isRecording { return refuseWhileRecording() }
    if isPostingClip { return refuseWhilePosting() }
    if player.isFinishing { return refuse("The recording is being completed: please wait.") }
    guard hasRecording else {
      return refuse("There is no recording to keep. Record one", "r", "record")
    }
    return [.memo(.save(title: title))]
  }

  mutating func play(_ memo: Memo) -> [FrontEndAction] {
    if isListening(to: memo), player.hasClip { return play() }
    // The key that discards a recording deletes the memo here.
    if keepsRecording, !player.isRecording {
      return refuse("Keep your recording as a memo first", "S", "memo save")
    }
    return mayListen() ? [.memo(.play(memo.id))] : []
  }

  mutating func post(_ memo: Memo) -> [FrontEndAction] {
    if isPosting { return refuse("Still posting: please wait.") }
    return [.memo(.post(memo.id))]
  }

  mutating func delete(_ memo: Memo) -> [FrontEndAction] {
    if posting?.memoID == memo.id { return refuse("Still posting: please wait.") }
    guard confirms(.deleteMemo(memo.id)) else {
      return refuse(
        "\(memo.name) would be lost; to delete it anyway", "x", "the same command again")
    }
    return [.memo(.delete(memo.id))]
  }

  /// Starts a post of a memo with the written text or else its title, and clears the line.
  mutating func beginPosting(_ memo: MemoID) {
    forgetFailedPost()
    let title = memoList.memo(memo)?.title ?? ""
    posting = Posting(
      text: editor.text.isBlank ? title : editor.text, selected: selectedRow?.id, memoID: memo)
    editor.clear()
  }
}
