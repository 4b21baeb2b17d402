import Chatter
import ChatterClient

struct FrontEndModel: Equatable, Sendable {
  enum Focus: Equatable, Sendable {
    case timeline, compose, search
  }

  struct Posting: Equatable, Sendable {
    var text: String
    /// Whether the recorded clip is part of it.
    var hasClip = false
    /// The chatt that was selected when the post began.
    var selected: String?
    /// The item of an earlier run that is posted; nil for what was written and recorded.
    var unsentID: String?
    /// The memo that is posted, with the written text.
    var memoID: MemoID?

    /// Whether it is what was written and recorded; anything else is in files.
    var isOwn: Bool { unsentID == nil && memoID == nil }
  }

  /// A chatt that is shown in full, in place of the timeline.
  struct Opened: Equatable, Sendable {
    var id: String
    /// The first visible line of its message.
    var top = 0
  }

  var server: String
  var username: String

  /// Newest first.
  var rows: [TimelineRow] = []
  var hasRetrieved = false
  var isRetrieving = false
  var posting: Posting?
  /// Why the last request for the list failed; nil after a success.
  var listError: String?
  /// The progress of a transfer that takes more than a second.
  var transfer: TransferProgress?
  /// The ids of the chatts that were posted from here, and can be deleted.
  var ownIDs: Set<String> = []
  /// The ids of the chatts that have arrived and that the person has not seen.
  var unseen: Set<String> = []
  var selected = 0
  var top = 0
  var opened: Opened?
  var now: Timestamp?

  /// What earlier runs have not posted.
  var unsentList = ItemList<UnsentItem>()
  /// The memos, newest first, as of the last time that the list was opened or changed.
  var memoList = ItemList<Memo>()
  /// The title of the selected memo while it is edited; nil otherwise.
  var memoTitle: LineEditor?
  /// What has been recognised of the recording in progress; nil without a transcriber.
  var transcript: String?

  var focus = Focus.timeline
  var editor = LineEditor()
  var search = LineEditor()
  /// The chatt that was selected when the search began.
  var searchOrigin: String?
  var player = PlayerView()
  /// The chatt whose clip is in the player; nil while the player is used for recording.
  var listeningTo: TimelineRow?
  /// The clips that follow the current one; nil if none does.
  var queue: ClipQueue?
  /// The waveform of the clip in the player: its peaks, 0...1; empty while it is not known.
  var peaks: [Double] = []
  var notice: Notice?
  /// Why the last post failed, while its text or recording is still here to try again.
  private(set) var failedPost: Notice?
  /// The first visible line of the keys; nil while they are not shown.
  var helpTop: Int?
  /// What the last key asked, which the same key confirms.
  private var asked: FrontEndAction?
  /// What the key before the current one asked.
  private var askedBefore: FrontEndAction?

  init(server: String, username: String) { (self.server, self.username) = (server, username) }

  var selectedRow: TimelineRow? { rows.indices.contains(selected) ? rows[selected] : nil }

  var openedRow: TimelineRow? { opened.flatMap { opened in rows.first { $0.id == opened.id } } }

  var showsHelp: Bool { helpTop != nil }

  var isPosting: Bool { posting != nil }

  /// Whether the clip in the player is being posted: it must stay there until that is done.
  var isPostingClip: Bool { posting?.hasClip == true }

  /// Whether there is a recorded clip that the next post includes.
  var hasRecording: Bool {
    player.hasClip && listeningTo == nil && !player.isRecording && !isPostingClip
  }

  /// Whether there is such a clip, or a recording is being completed.
  var keepsRecording: Bool { hasRecording || player.isFinishing && !isPostingClip }

  /// What would be lost if the program ended now.
  var unsent: String? {
    if isPosting { return "A post is in progress" }
    let isRecorded = player.isRecording || keepsRecording
    if isRecorded, !editor.isEmpty { return "Your text and recording are not posted" }
    if isRecorded { return "Your recording is not posted" }
    return editor.isEmpty ? nil : "Your text is not posted"
  }

  var unsentText: String {
    var line = editor
    if let posting { line.prepend(posting.text) }
    return line.text
  }

  /// Returns a post of a text, which may be blank, and a clip.
  func chatt(_ text: String, _ audio: AudioClip? = nil) -> NewChatt {
    NewChatt(username: username, message: text.isBlank ? nil : text, audio: audio)
  }

  /// Shows a new list. The selected chatt stays selected and, below the first row, in its place.
  mutating func show(_ rows: [TimelineRow]) {
    let selectedID = selectedRow?.id
    addUnseen(rows)
    self.rows = rows
    hasRetrieved = true
    if let selectedID, let place = rows.firstIndex(where: { $0.id == selectedID }) {
      if top > 0 { top = max(0, top + place - selected) }
      selected = place
    } else {
      selected = min(selected, max(0, rows.count - 1))
    }
    top = min(top, max(0, rows.count - 1))
  }

  /// Starts a post of the written text and the recorded clip, and clears the line.
  mutating func beginPosting() {
    forgetFailedPost()
    posting = Posting(text: editor.text, hasClip: keepsRecording, selected: selectedRow?.id)
    editor.clear()
  }

  /// Ends a successful post, and selects the newest chatt unless the selection has changed since.
  mutating func endPosting() {
    if let posting, posting.selected == selectedRow?.id { selected = 0 }
    posting = nil
  }

  /// Ends a failed post, and puts its text back before the text written since.
  mutating func takeBackPosting() {
    if let posting { editor.prepend(posting.text) }
    posting = nil
  }

  /// Begins a key or a command: what was asked before it is confirmed by it, or no longer asked.
  mutating func takeConfirmation() { (askedBefore, asked) = (asked, nil) }

  /// Returns an action that must be asked for twice; the first time, sets a notice instead.
  mutating func confirmed(
    _ action: FrontEndAction, _ text: String, _ key: String, _ command: String
  ) -> [FrontEndAction] {
    if askedBefore == action { return [action] }
    asked = action
    return refuse(text, key, command)
  }

  /// Reports a failed post, until the post succeeds or its text and recording are gone.
  mutating func failPost(_ reason: String) {
    let kept = [editor.isEmpty ? nil : "text", hasRecording ? "recording" : nil]
      .compactMap(\.self).joined(separator: " and ")
    fail(
      "Not posted: \(reason)"
        + (kept.isEmpty
          ? "" : "; your \(kept) \(kept.contains(" ") ? "are" : "is") kept, Enter tries again"))
    failedPost = kept.isEmpty ? nil : notice
  }

  mutating func forgetFailedPost() {
    if notice == failedPost { notice = nil }
    failedPost = nil
  }

  mutating func setNotice(_ text: String, _ key: String? = nil, _ command: String? = nil) {
    notice = Notice(text: text, key: key, command: command)
  }

  mutating func fail(_ text: String) { notice = Notice(text: text, isError: true) }

  /// Adds the chatts of a list that are newer than all rows, before the list is shown.
  mutating func addUnseen(_ new: [TimelineRow]) {
    unseen.formIntersection(new.map(\.id))
    guard hasRetrieved else { return }
    let known = Set(rows.map(\.id))
    for row in new.prefix(while: { !known.contains($0.id) }) { unseen.insert(row.id) }
  }

  mutating func markSeen() {
    guard !unseen.isEmpty, openedRow == nil, !showsHelp, !unsentList.isShown, !memoList.isShown
    else { return }
    unseen.formIntersection(rows.prefix(top).map(\.id))
  }
}

/// Items that are shown in place of the timeline, with a selected one.
struct ItemList<Item: Equatable & Identifiable & Sendable>: Equatable, Sendable {
  var items: [Item] = []
  var selected = 0
  var isShown = false

  var selectedItem: Item? { items.indices.contains(selected) ? items[selected] : nil }

  /// The item with an id, if it is there; setting it replaces only an item that is.
  subscript(id: Item.ID) -> Item? {
    get { items.first { $0.id == id } }
    set {
      if let newValue, let place = items.firstIndex(where: { $0.id == id }) {
        items[place] = newValue
      }
    }
  }

  /// Replaces all items. The selected one stays selected.
  mutating func replace(with items: [Item]) {
    let id = selectedItem?.id
    self.items = items
    selected = items.firstIndex { $0.id == id } ?? 0
    if items.isEmpty { isShown = false }
  }

  mutating func add(_ item: Item) {
    items.insert(item, at: 0)
    selected = 0
  }

  /// Removes an item; the last one closes the list.
  mutating func remove(_ id: Item.ID) {
    items.removeAll { $0.id == id }
    selected = max(0, min(selected, items.count - 1))
    if items.isEmpty { isShown = false }
  }

  mutating func move(after key: Key) -> Bool {
    let last = max(0, items.count - 1)
    guard let place = FrontEndModel.place(selected, after: key, page: 5, last: last) else {
      return false
    }
    selected = place
    return true
  }
}
