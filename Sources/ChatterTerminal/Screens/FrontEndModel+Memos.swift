extension FrontEndModel {
  private static let noMemosText = "There is no memo yet. Record something and keep it"

  /// Shows the memos, or explains why there are none. The plain front end prints them instead.
  mutating func showMemos(_ items: [Memo]) {
    memoList.replace(with: items)
    memoTitle = nil
    memoList.isShown = !items.isEmpty
    if items.isEmpty { setNotice(Self.noMemosText, "S", "memo save") }
  }

  mutating func pressInMemos(_ key: Key) -> [FrontEndAction] {
    if memoTitle != nil { return pressInTitle(key) }
    guard !memoList.move(after: key), let memo = memoList.selectedItem else { return [] }
    switch key {
    case .enter, .text(" "): return play(memo)
    case .text("p"):
      // In the timeline the same key plays.
      let actions = confirmed(
        .memo(.post(memo.id)), "\(memo.name) becomes public; to post it", "p",
        "the same command again")
      return actions.isEmpty ? [] : post(memo)
    case .text("e"): memoTitle = LineEditor(memo.title)
    case .text("x"), .delete: return delete(memo)
    case .escape, .text("m"), .text("q"), .text("d"):
      memoList.isShown = false
      return memoList.items.contains { isListening(to: $0) } ? [.done] : []
    default: return Self.timelineKeys.contains(key) ? pressInTimeline(key) : []
    }
    return []
  }

  /// The keys that do the same as in the timeline.
  private static let timelineKeys: [Key] =
    [.tab, .backTab, .left, .right, .function(1), .function(5)]
    + "cirSsbf+=-><.,lg?h".unicodeScalars.map { .text($0) }

  private mutating func pressInTitle(_ key: Key) -> [FrontEndAction] {
    guard let title = memoTitle, let memo = memoList.selectedItem else { return [] }
    switch key {
    case .enter: return [.memo(.rename(memo.id, title: title.text))]
    case .escape: memoTitle = nil
    default:
      // A text beyond the limit of the editor exceeds that of a title, which Enter reports.
      _ = memoTitle?.press(key)
    }
    return []
  }

  private func isListening(to memo: Memo) -> Bool { listeningTo?.id == memo.id.text }

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
    return confirmed(
      .memo(.delete(memo.id)), "\(memo.name) would be lost; to delete it anyway", "x",
      "the same command again")
  }

  /// Starts a post of a memo with the written text or else its title, and clears the line.
  mutating func beginPosting(_ memo: MemoID) {
    forgetFailedPost()
    let title = memoList[memo]?.title ?? ""
    posting = Posting(
      text: editor.text.isBlank ? title : editor.text, selected: selectedRow?.id, memoID: memo)
    editor.clear()
  }
}
