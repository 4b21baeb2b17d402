import Chatter
import ChatterAudio
import ChatterClient

extension FrontEndSession {
  func listen(_ id: String) {
    guard let chatt = source.chatts.first(where: { RowMaker.id($0) == id }),
      let row = model.rows.first(where: { $0.id == id })
    else { return model.setNotice("This chatt no longer exists: choose another one.") }
    if chatt.audio == nil, let link = chatt.clipLink {
      guard let clip = clips[link.url] else { return request(chatt, id) }
      return play(clip, of: row)
    }
    let clip: [UInt8]?
    do throws(Base64Error) {
      clip = try chatt.audioBytes()
    } catch {
      return model.fail("Cannot read the clip: \(error): ask its author to post it again")
    }
    guard let clip else { return model.setNotice(FrontEndModel.noClipText) }
    play(clip, of: row)
  }

  private func play(_ clip: [UInt8], of row: TimelineRow) {
    player.setupPlayer(clip: clip)
    player.playTapped()
    model.listeningTo = row
  }

  /// Requests the clip of a chatt, which then plays.
  private func request(_ chatt: Chatt, _ id: String) {
    awaitedClip = id
    run(.clip) { session in
      let result: Result<[UInt8]?, ClientError>
      do throws(ClientError) {
        result = .success(try await session.source.clip(of: chatt) { session.progress(.clip, $0) })
      } catch {
        result = .failure(error)
      }
      session.continuation.yield(.clip(id: id, result))
    }
  }

  /// Plays the clip that was requested, unless something else was chosen in the meantime.
  func take(_ result: Result<[UInt8]?, ClientError>, ofChatt id: String) {
    guard awaitedClip == id else { return }
    awaitedClip = nil
    guard let row = model.rows.first(where: { $0.id == id }) else { return }
    switch result {
    case .success(let clip?):
      let chatt = source.chatts.first { RowMaker.id($0) == id }
      if let url = chatt?.clipLink?.url { clips.add(clip, for: url) }
      // A recording may have begun.
      if model.mayListen() { play(clip, of: row) }
    case .success(nil): model.setNotice(FrontEndModel.noClipText)
    case .failure(.cancelled): break
    case .failure(let error):
      model.playsAll = false
      model.fail("Cannot get the clip: \(ExitError(error, at: source.authority).message)")
    }
  }

  /// Forgets the clip that was requested.
  func cancelClip() {
    awaitedClip = nil
    work[.clip]?.cancel()
    if work[.clip] != nil { end(.clip) }
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
    guard model.playsAll, !player.isPlaying, !player.isPaused, awaitedClip == nil else { return }
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
      if !player.isPlaying, awaitedClip == nil { model.playsAll = false }
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

  /// Whether the player gets another clip, or none.
  var usesPlayer: Bool {
    switch self {
    case .playAll, .next, .previous, .discard, .play: true
    default: endsQueue
    }
  }
}
