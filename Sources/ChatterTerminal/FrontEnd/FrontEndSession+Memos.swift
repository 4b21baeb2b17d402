import Chatter
import ChatterAudio
import System

extension FrontEndSession {
  func perform(_ action: MemoAction<MemoID>) {
    do throws(MemoError) {
      guard let memos else { throw .noHome }
      switch action {
      case .open: try open(memos)
      case .save(let title): try save(title, in: memos)
      case .play(let id): try play(id, in: memos)
      case .post(let id): try post(id, in: memos)
      case .rename(let id, let title): try rename(id, title, in: memos)
      case .delete(let id): try delete(id, in: memos)
      }
    } catch {
      if action == .open { model.memoList.replace(with: []) }
      model.fail(action.failure(error))
      if error == .deleted, let id = action.id { forgetMemo(id) }
    }
  }

  private func open(_ store: MemoStore) throws(MemoError) {
    model.showMemos(try store.list())
    // The plain lines have no keys that could close the list.
    if isPlain { model.memoList.isShown = false }
  }

  private func save(_ title: String, in store: MemoStore) throws(MemoError) {
    guard model.hasRecording, let clip = player.audio else { return }
    let now = Timestamp(clamping: WallClock.microsecondsSince1970)
    model.memoList.add(try store.save(clip, title: title, at: now))
    player.setupRecorder()
    if model.memoList.isShown {
      model.setNotice("Recording kept as a memo.")
    } else {
      model.setNotice("Recording kept as a memo. See all memos", "m", "memo")
    }
  }

  private func play(_ id: MemoID, in store: MemoStore) throws(MemoError) {
    let clip = try store.load(id)
    guard let memo = model.memoList[id] else { throw .deleted }
    play(
      clip,
      of: TimelineRow(
        id: id.text, author: model.username, message: memo.title,
        time: LocalTime.text(memo.created), clip: .length(memo.duration)))
  }

  private func post(_ id: MemoID, in store: MemoStore) throws(MemoError) {
    guard !model.isPosting else { return }
    let clip: AudioClip
    let bytes = try store.load(id)
    do throws(AudioClipError) {
      clip = try AudioClip(bytes: bytes)
    } catch {
      throw .notAClip(error.description)
    }
    model.beginPosting(id)
    start(model.chatt(model.posting?.text ?? "", clip))
  }

  private func rename(_ id: MemoID, _ title: String, in store: MemoStore) throws(MemoError) {
    guard let memo = model.memoList[id] else { throw .deleted }
    model.memoList[id] = try store.rename(memo, to: title)
    model.memoTitle = nil
    model.setNotice("Renamed.")
  }

  private func delete(_ id: MemoID, in store: MemoStore) throws(MemoError) {
    try store.delete(id)
    forgetMemo(id)
    model.setNotice("Deleted.")
  }

  /// Removes a memo that no longer exists from the list, and stops its clip.
  private func forgetMemo(_ id: MemoID) {
    if model.memoList.selectedItem?.id == id { model.memoTitle = nil }
    model.memoList.remove(id)
    if model.listeningTo?.id == id.text { done() }
  }
}
