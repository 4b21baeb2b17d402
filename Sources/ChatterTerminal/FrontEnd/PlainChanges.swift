import ChatterAudio

/// The lines that report how a model has changed since the last call.
struct PlainChanges {
  private static let recordingSeconds = 10
  /// The step between reports of a transfer's progress, in percent.
  private static let transferPercent = 25
  /// The step between reports of a transfer whose total is unknown, in bytes.
  private static let transferBytes = 5_000_000

  /// The ids of the chatts by their numbers, from 1: those of the list printed last, followed by
  /// those of the chatts that have arrived since. A number never changes its chatt.
  private var numbered: [String] = []
  /// Whether the length of a growing recording is reported: that would break a command being typed.
  var reportsRecording = true
  private var reported: Set<String>?
  private var player: PlayerView?
  private var playedID: String?
  private var listError: String?
  private var reportedSeconds = 0
  private var reportedPercent = 0
  private var reportedBytes = 0

  mutating func number(_ rows: [TimelineRow]) { numbered = rows.map(\.id) }

  func id(of number: Int) -> String? {
    numbered.indices.contains(number - 1) ? numbered[number - 1] : nil
  }

  mutating func lines(of model: FrontEndModel) -> [String] {
    var lines = rowLines(model)
    if model.listError != listError {
      lines.append(
        model.listError.map { Notice(text: $0, isError: true).inLines } ?? "The server is back.")
      listError = model.listError
    }
    if let notice = model.notice { lines.append(notice.inLines) }
    if let player { lines += Self.lines(from: player, to: model.player) }
    lines += playingLines(model)
    player = model.player
    lines += recordingLines(model.player) + transferLines(model)
    return lines
  }

  private mutating func rowLines(_ model: FrontEndModel) -> [String] {
    guard model.hasRetrieved else { return [] }
    var lines: [String] = []
    if let reported {
      for row in model.rows.reversed() where !reported.contains(row.id) {
        numbered.append(row.id)
        lines.append("New: \(numbered.count). \(row.line)")
      }
    } else {
      number(model.rows)
      let count = model.rows.count
      lines.append(
        count == 0
          ? "No messages yet."
          : count == 1
            ? "1 chatt. Type list to read it." : "\(count) chatts. Type list to read them.")
      if model.newCount > 0 { lines.append("Clips not heard: \(model.newCount). Type new.") }
    }
    reported = Set(model.rows.map(\.id))
    return lines
  }

  /// Says what is played when it starts; when it continues after a pause, only that.
  private mutating func playingLines(_ model: FrontEndModel) -> [String] {
    guard let row = model.listeningTo else {
      playedID = nil
      return model.player.isPlaying && player?.isPlaying == false ? ["Playing."] : []
    }
    guard model.player.isPlaying else {
      if model.player.playCtlDisabled { playedID = nil }
      return []
    }
    defer { playedID = row.id }
    if row.id != playedID { return ["Playing: \(row.line)"] }
    return player?.isPlaying == false ? ["Playing."] : []
  }

  private mutating func recordingLines(_ player: PlayerView) -> [String] {
    guard player.isRecording, reportsRecording else {
      reportedSeconds = 0
      return []
    }
    let seconds = Int(player.currentTime.components.seconds)
    guard seconds >= reportedSeconds + Self.recordingSeconds else { return [] }
    reportedSeconds = seconds - seconds % Self.recordingSeconds
    return ["Recording, \(player.currentTime.clockText)."]
  }

  private mutating func transferLines(_ model: FrontEndModel) -> [String] {
    guard let transfer = model.transfer else {
      (reportedPercent, reportedBytes) = (0, 0)
      return []
    }
    let what = model.isPosting ? "Posting" : "Getting the list"
    guard let fraction = transfer.fraction else {
      guard transfer.done >= reportedBytes + Self.transferBytes else { return [] }
      reportedBytes = transfer.done
      return ["\(what), \(transfer.text)."]
    }
    let percent = Int(fraction * 100)
    guard percent >= reportedPercent + Self.transferPercent else { return [] }
    reportedPercent = percent - percent % Self.transferPercent
    return ["\(what), \(reportedPercent) percent."]
  }

  private static func lines(from old: PlayerView, to new: PlayerView) -> [String] {
    var lines: [String] = []
    if new.isRecording, !old.isRecording { lines.append("Recording. Type record to stop.") }
    let (wasOpen, isOpen) = (old.isRecording || old.isFinishing, new.isRecording || new.isFinishing)
    if wasOpen, !isOpen, new.hasClip {
      lines.append("Recorded. Type play to hear it, post to send it.")
    }
    if old.isPlaying, !new.isPlaying {
      lines.append(new.playCtlDisabled ? "Stopped." : "Paused.")
    }
    return lines
  }
}

extension AudioPlayer {
  /// The position in the clip and its duration, with the labels of the accessible player.
  var spokenPosition: String {
    let label = "\(accessibilityLabel) \(accessibilityValue)."
    let duration = "\(durationAccessibilityLabel) \(durationAccessibilityValue)."
    if isPlaying { return "\(label) \(duration)" }
    return isPaused ? "Paused at \(currentTimeString). \(duration)" : label
  }
}
