import Chatter
import ChatterClient

extension FrontEndSession {
  /// Why posts have failed that were not made after all, in the one that weighs most.
  var postFailure: Trouble? { failedPosts.weightiest }

  /// Posts the text of a plain line.
  ///
  /// - Returns: why it is not taken, which is a failed post too; nil where it is on its way.
  func post(line text: String) -> Trouble? {
    write(text)
    let actions = model.press(.enter)
    for action in actions { _ = perform(action) }
    look()
    guard actions.isEmpty else { return nil }
    // What the player is at passes; that there is nothing to post does not.
    let code: ExitCode = model.player.isRecording ? .temporary : .data
    let reason = model.notice.map { ": \($0.inLines)" } ?? ""
    let trouble = Trouble("a text was not posted" + reason, code)
    fail(postOf: text, trouble)
    return trouble
  }

  /// What was not even begun has failed too.
  func fail(postOf text: String, _ trouble: Trouble) { failedPosts.add(text, trouble) }

  /// A recording that is not complete yet is waited for.
  func post() {
    model.beginPosting()
    postWaits = player.view.isFinishing
    if !postWaits { send() }
  }

  func send() {
    postWaits = false
    guard let posting = model.posting else { return }
    var chatt = NewChatt(
      username: model.username, message: posting.text.isEmpty ? nil : posting.text)
    if posting.hasClip {
      // Why there is none has been said.
      guard let clip = player.clip else {
        return failPosting(player.failure ?? Trouble("there is no recording to post", .data))
      }
      do throws(AudioClipError) {
        chatt.audio = try AudioClip(bytes: clip)
      } catch {
        return failPosting(Trouble("The recording cannot be posted: \(error)", .data))
      }
      postedClip = clip
    }
    run(.post) { [chatt] session in
      let outcome = await session.outcome(of: chatt)
      session.postOutcome = outcome
      session.tell.yield(.posted(outcome))
    }
  }

  private func outcome(of chatt: NewChatt) async -> PostOutcome {
    do throws(ClientError) {
      try await source.post(chatt) { self.progress(.post, $0) }
      let hasList = source.lastError == nil || missingClips != nil
      return .success(hasList ? await list() : nil)
    } catch {
      // The next post of the same has this key, and so may one of the verb.
      return .failure(Trouble(ofPost: error, source.keptKey(of: chatt)?.text))
    }
  }

  func endPosting(_ list: TimelineList?) {
    if let posting = model.posting { failedPosts.settle(posting.text) }
    if postedClip != nil, player.clip == postedClip { player.setupRecorder() }
    postedClip = nil
    model.endPosting()
    model.say("Posted.")
    if let list {
      show(list)
    } else {
      model.trouble = source.lastError.map { Trouble($0).sentence }
    }
  }

  func failPosting(_ trouble: Trouble) {
    postedClip = nil
    if let posting = model.posting { failedPosts.add(posting.text, trouble) }
    model.takeBackPosting()
    model.fail(trouble.sentence)
  }
}
