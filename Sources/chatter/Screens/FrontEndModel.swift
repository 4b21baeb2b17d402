/// All that the front end shows: the screen is a function of this, the size and the look.
struct FrontEndModel: Equatable, Sendable {
  enum Focus: Equatable, Sendable {
    case timeline, compose
  }

  /// A sentence at the foot of the screen.
  struct Notice: Equatable, Sendable {
    var text: String
    var isError = false
  }

  /// The host and the port of the server.
  var server: String
  var username: String

  /// Newest first.
  var rows: [TimelineRow] = []
  var hasRetrieved = false
  var isRetrieving = false
  var isPosting = false
  /// How far a transfer of more than a second is, 0...1.
  var transfer: Double?
  /// The chatt that keys speak of, by its place in the rows.
  var selected = 0
  /// The first chatt that is seen.
  var top = 0

  var focus = Focus.timeline
  var editor = LineEditor()
  var player = PlayerView()
  /// The chatt whose clip is in the player; nil when the player is there to record.
  var listeningTo: TimelineRow?
  var notice: Notice?
  var showsHelp = false

  init(server: String, username: String) { (self.server, self.username) = (server, username) }

  var selectedRow: TimelineRow? { rows.indices.contains(selected) ? rows[selected] : nil }

  /// Whether a clip was recorded that a post will take with it.
  var hasRecording: Bool { player.hasClip && listeningTo == nil && !player.isRecording }

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

  mutating func say(_ text: String) { notice = Notice(text: text) }

  mutating func fail(_ text: String) { notice = Notice(text: text, isError: true) }
}
