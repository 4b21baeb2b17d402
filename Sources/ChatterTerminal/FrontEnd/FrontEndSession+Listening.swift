import Chatter
import ChatterAudio

extension FrontEndSession {
  func listen(_ id: String) {
    guard let chatt = source.chatts.first(where: { RowMaker.id($0) == id }),
      let row = model.rows.first(where: { $0.id == id })
    else { return model.setNotice("This chatt no longer exists: choose another one.") }
    let clip: [UInt8]?
    do throws(Base64Error) {
      clip = try chatt.audioBytes()
    } catch {
      return model.fail("Cannot read the clip: \(error): ask its author to post it again")
    }
    guard let clip else { return model.setNotice(FrontEndModel.noClipText) }
    player.setupPlayer(clip: clip)
    player.playTapped()
    model.listeningTo = row
  }

  /// Puts a clip away after listening; a recording stays until it is posted.
  func done() {
    player.doneTapped()
    guard model.listeningTo != nil else { return }
    model.listeningTo = nil
    player.setupRecorder()
  }

  /// Plays the next clip when one has ended while all are played. A clip that cannot be decoded is
  /// skipped; any other error concerns the next clip as well.
  func continueQueue() {
    guard model.playsAll, !player.isPlaying, !player.isPaused else { return }
    if let error = player.lastError {
      guard case .undecodable = error else {
        model.playsAll = false
        return
      }
    }
    if let next = model.clip(after: model.listeningTo?.id, newer: true) {
      listen(next.id)
      model.player = PlayerView(player)
      // The chatt may be gone, or its clip unreadable; the notice gives the reason.
      if !player.isPlaying { model.playsAll = false }
    } else {
      model.playsAll = false
      if model.notice == nil { model.setNotice("All clips played.") }
    }
  }
}

extension FrontEndAction {
  /// Whether the clips that follow are not played after it.
  var endsQueue: Bool {
    switch self {
    case .listen, .stop, .done, .record, .playUnsent, .memo(.play): true
    default: false
    }
  }
}
