/// All that the front end shows: the screen is a function of this, the size and the look.
struct FrontEndModel: Equatable, Sendable {
  enum Focus: Equatable, Sendable {
    case timeline, compose
  }

  /// What is on its way to the server.
  struct Posting: Equatable, Sendable {
    var text: String
    /// Whether the recorded clip goes with it.
    var hasClip = false
    /// The chatt that was chosen when it began.
    var selected: String?
  }

  /// A chatt that is read whole, in place of the timeline.
  struct Opened: Equatable, Sendable {
    var id: String
    /// The first line of its message that is seen.
    var top = 0
  }

  /// The host and the port of the server.
  var server: String
  var username: String

  /// Newest first.
  var rows: [TimelineRow] = []
  var hasRetrieved = false
  var isRetrieving = false
  var posting: Posting?
  /// Why the list did not come the last time; nil since it has.
  var trouble: String?
  /// How far a transfer of more than a second is.
  var transfer: Transfer?
  /// The chatt that keys speak of, by its place in the rows.
  var selected = 0
  /// The first chatt that is seen.
  var top = 0
  var opened: Opened?

  var focus = Focus.timeline
  var editor = LineEditor()
  var player = PlayerView()
  /// The chatt whose clip is in the player; nil when the player is there to record.
  var listeningTo: TimelineRow?
  var notice: Notice?
  var showsHelp = false
  /// Whether the person was asked to end twice, and has pressed no other key since.
  var asksToQuit = false

  init(server: String, username: String) { (self.server, self.username) = (server, username) }

  var selectedRow: TimelineRow? { rows.indices.contains(selected) ? rows[selected] : nil }

  var openedRow: TimelineRow? { opened.flatMap { opened in rows.first { $0.id == opened.id } } }

  var isPosting: Bool { posting != nil }

  /// Whether the clip in the player is on its way: it must stay there until it has come.
  var isPostingClip: Bool { posting?.hasClip == true }

  /// Whether a clip was recorded that a post will take with it.
  var hasRecording: Bool {
    player.hasClip && listeningTo == nil && !player.isRecording && !isPostingClip
  }

  /// The same, or there will be one in a moment.
  var keepsRecording: Bool { hasRecording || player.isFinishing && !isPostingClip }

  /// What would be lost if the program ended now.
  var unsent: String? {
    if isPosting { return "A post is under way" }
    if player.isRecording || keepsRecording { return "Your recording is not posted" }
    return editor.isEmpty ? nil : "Your text is not posted"
  }

  /// All that was written and has not come.
  var unsentText: String {
    var line = editor
    if let posting { line.prepend(posting.text) }
    return line.text
  }

  /// Takes a new list; the same chatt stays selected, unless the newest was, and stays so.
  mutating func show(_ rows: [TimelineRow]) {
    let kept = selected > 0 ? selectedRow?.id : nil
    self.rows = rows
    hasRetrieved = true
    if let kept, let place = rows.firstIndex(where: { $0.id == kept }) {
      top = max(0, top + place - selected)
      selected = place
    } else {
      selected = min(selected, max(0, rows.count - 1))
    }
    top = min(top, max(0, rows.count - 1))
  }

  /// What is written goes on its way, with what was recorded; the line is free for what comes next.
  mutating func beginPosting() {
    posting = Posting(text: editor.text, hasClip: keepsRecording, selected: selectedRow?.id)
    editor.clear()
  }

  /// It has come; the newest chatt is chosen, unless the person has chosen another meanwhile.
  mutating func endPosting() {
    if let posting, posting.selected == selectedRow?.id { selected = 0 }
    posting = nil
  }

  /// It has not: what was written stands before what has been written since.
  mutating func takeBackPosting() {
    if let posting { editor.prepend(posting.text) }
    posting = nil
  }

  mutating func say(_ text: String) { notice = Notice(text: text) }

  mutating func say(_ text: String, _ key: String, _ word: String) {
    notice = Notice(text: text, remedy: Notice.Remedy(key: key, word: word))
  }

  mutating func fail(_ text: String) { notice = Notice(text: text, isError: true) }
}
