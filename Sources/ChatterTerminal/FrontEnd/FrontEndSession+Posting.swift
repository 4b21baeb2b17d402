import Chatter
import ChatterAudio
import ChatterClient

extension FrontEndSession {
  /// Posts the text of a plain line; returns why it was rejected, which counts as a failed post,
  /// except a blank one that a person typed.
  func post(line text: String, isTyped: Bool = true) -> ExitError? {
    model.editor = LineEditor(text)
    model.focus = .compose
    let actions = model.press(.enter)
    act(actions)
    guard actions.isEmpty else { return nil }
    // The player's state is temporary; an empty post is not.
    let code: ExitCode = model.player.isRecording ? .temporary : .data
    let reason = model.notice.map { ": \($0.inLines)" } ?? ""
    let failure = ExitError("the text was not posted" + reason, code)
    // Nothing is lost if a person types the command without a text.
    if !text.isBlank || !isTyped { failedPosts.add(text, failure) }
    return failure
  }

  /// Posts what was written and recorded, after waiting for an incomplete recording.
  func post() {
    model.beginPosting()
    postWaits = player.isFinishingRecording
    if !postWaits { send() }
  }

  func send() {
    postWaits = false
    guard let posting = model.posting else { return }
    var chatt = model.chatt(posting.text)
    if posting.hasClip {
      // The reason has been reported already.
      guard let clip = player.audio else {
        let failure = player.lastError.map { ExitError($0) }
        return failPosting(failure ?? ExitError("there is no recording: record it again", .data))
      }
      do throws(AudioClipError) {
        chatt.audio = try AudioClip(bytes: clip)
      } catch {
        return failPosting(ExitError("cannot post the recording: \(error): record it again", .data))
      }
    }
    start(chatt)
  }

  /// Sends a post, under a key or a new one; its outcome ends `model.posting`.
  func start(_ chatt: NewChatt, once key: PostKey? = nil) {
    run(.post) { session in
      let source = session.source
      let outcome: PostOutcome
      do throws(ClientError) {
        try await source.postChatt(chatt, once: key, refreshing: true) {
          session.progress(.post, $0)
        }
        outcome = .success(())
      } catch {
        // The next post of the same chatt uses this key, and `chatter post --key` can use it too.
        outcome = .failure(
          ExitError(ofPost: error, at: source.authority, source.unsettledKey(of: chatt)?.text))
      }
      session.postOutcome = outcome
      session.continuation.yield(.posted(outcome))
    }
  }

  func endPosting() {
    if let posting = model.posting, posting.isOwn { failedPosts.settle(posting.text) }
    if let item = model.posting?.unsentID.flatMap({ model.unsentList[$0] }) { forgetUnsent(item) }
    if model.isPostingClip { player.setupRecorder() }
    if let error = source.lastError, missingClips == nil {
      model.listError = ExitError(error, at: source.authority).message
    } else {
      showList()
    }
    // After the list, since the selection stays at its chatt when one arrives.
    let isMemo = model.posting?.memoID != nil
    model.endPosting()
    model.setNotice(isMemo ? "Posted. The memo is kept." : "Posted.")
  }

  func failPosting(_ failure: ExitError) {
    // A memo, and what an earlier run did not post, stay in their files.
    if let posting = model.posting, posting.isOwn {
      failedPosts.add(posting.text, failure)
    }
    // The plain lines keep no text.
    let isOwn = model.posting?.isOwn ?? true
    model.takeBackPosting()
    if isOwn, !isPlain {
      model.failPost(failure.message)
    } else {
      model.fail("Not posted: \(failure.message)" + (isOwn ? "" : "; it is kept"))
    }
  }

  func endLongRecording() {
    guard model.player.isRecording, let path = player.recordingPath,
      let count = Files.byteCount(path), count >= recordingBytesMax
    else { return }
    player.stopTapped()
    model.player = PlayerView(player)
    model.setNotice("Recording stopped: maximum size of a post reached.")
  }
}

/// The posts that failed and did not succeed later; they determine the plain front end's exit code.
struct FailedPosts {
  /// The maximum number of posts; of older ones only the most severe error is stored.
  static let countMax = 64

  private var posts: [(text: String, failure: ExitError)] = []
  private var others: ExitError?

  /// Adds a failed post. Its outcome stays unknown, if it was, until the server rejects the text.
  mutating func add(_ text: String, _ failure: ExitError) {
    let former = posts.first { $0.text == text }?.failure
    settle(text)
    if posts.count == Self.countMax {
      others = Self.moreSevere(others, posts.removeFirst().failure)
    }
    let moreSevere = failure.exitCode == .data ? failure : Self.moreSevere(former, failure)
    posts.append((text, moreSevere))
  }

  mutating func settle(_ text: String) { posts.removeAll { $0.text == text } }

  var mostSevere: ExitError? {
    posts.reduce(others) { Self.moreSevere($0, $1.failure) }
  }

  /// Returns the more severe error: one of a post that may have been stored, since it must not be
  /// sent again without its key; else the later one.
  private static func moreSevere(_ former: ExitError?, _ later: ExitError) -> ExitError {
    guard let former, former.exitCode == .unknownOutcome, later.exitCode != .unknownOutcome else {
      return later
    }
    return former
  }
}
