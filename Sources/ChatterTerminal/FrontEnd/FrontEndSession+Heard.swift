import Chatter
import ChatterAudio

/// Which clips were heard.
extension FrontEndSession {
  /// Marks the rows of a list whose clips were not heard.
  func markNew(_ rows: inout [TimelineRow]) {
    guard let heard else { return }
    heard.begin(source.chatts)
    for (place, chatt) in source.chatts.enumerated() where rows[place].clip != .unreadable {
      rows[place].isNew = heard.isNew(chatt, in: source)
    }
  }

  /// Notes that the clip in the player was heard.
  func markHeard() {
    guard let id = model.listeningTo?.id,
      let place = model.rows.firstIndex(where: { $0.id == id && $0.isNew }),
      let chatt = ChattID(id), let date = model.rows[place].date
    else { return }
    model.rows[place].isNew = false
    heard?.mark(chatt, at: date)
  }
}

extension AudioPlayer {
  /// Whether so much of the clip was played that it counts as heard.
  var isNearEnd: Bool {
    isPlaying && duration > .zero && currentTime >= duration * Heard.part
  }
}
