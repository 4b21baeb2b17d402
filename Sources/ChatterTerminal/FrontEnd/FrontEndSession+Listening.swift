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

  func play(_ clip: [UInt8], of row: TimelineRow) {
    player.setupPlayer(clip: clip)
    player.playTapped()
    model.listeningTo = row
  }

  private func request(_ chatt: Chatt, _ id: String) {
    awaitedClip = id
    run(.clip) { session in
      do throws(ClientError) {
        let clip = try await session.source.clip(of: chatt) { session.progress(.clip, $0) }
        session.continuation.yield(.clip(id: id, .success(clip)))
      } catch {
        session.continuation.yield(.clip(id: id, .failure(error)))
      }
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
    case .success(nil):
      model.setNotice(FrontEndModel.noClipText)
      if model.queue != nil { playNext(after: id) }
    case .failure(.cancelled): break
    case .failure(let error):
      let reason = ExitError(error, at: source.authority).message
      // Any other error concerns the next clip as well.
      guard model.queue != nil, case .status(404, _) = error else {
        model.queue = nil
        return model.fail("Cannot get the clip: \(reason)")
      }
      model.fail("Skipped the clip of \(row.author): \(reason)")
      playNext(after: id)
    }
  }

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
    guard model.queue != nil, !player.isPlaying, !player.isPaused, awaitedClip == nil else {
      return
    }
    if let error = player.lastError {
      guard case .undecodable = error else {
        model.queue = nil
        return
      }
    }
    playNext(after: model.listeningTo?.id)
  }

  /// Plays the clip that follows another one. A clip that is gone or cannot be read is skipped; the
  /// notice gives the reason.
  private func playNext(after id: String?) {
    var former = id
    while let next = model.queuedClip(after: former) {
      listen(next.id)
      model.player = PlayerView(player)
      if player.isPlaying || awaitedClip != nil { return }
      former = next.id
    }
    model.queue = nil
    if model.notice == nil { model.setNotice("All clips played.") }
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
    case .playQueue, .next, .previous, .discard, .play: true
    default: endsQueue
    }
  }
}

struct ClipCache {
  /// Maximum total size in bytes.
  static let bytesMax = 32 << 20

  private var clips: [(url: String, bytes: [UInt8])] = []

  subscript(url: String) -> [UInt8]? { clips.first { $0.url == url }?.bytes }

  /// Adds a clip, and drops the oldest ones that do not fit beside it.
  mutating func add(_ bytes: [UInt8], for url: String) {
    clips.removeAll { $0.url == url }
    clips.append((url, bytes))
    while clips.reduce(0, { $0 + $1.bytes.count }) > Self.bytesMax { clips.removeFirst() }
  }
}

extension FrontEndSession {
  /// The resolution of a waveform: more than the columns of most terminals.
  private static let waveformColumns = 240

  func updateWaveform() {
    // The same array is recognized by its storage, without comparing its bytes.
    guard !isPlain, player.audio != drawnClip else { return }
    drawnClip = player.audio
    model.peaks = []
    waveform?.cancel()
    guard drawnClip != nil else { return }
    waveform = Task { [weak self, player] in
      // A clip that cannot be decoded has a bar; the player reports why it cannot be played.
      let peaks = try? await player.waveform(columns: Self.waveformColumns)
      guard let self, !Task.isCancelled else { return }
      model.peaks = peaks ?? []
    }
  }
}
