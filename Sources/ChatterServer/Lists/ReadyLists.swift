public import Chatter
internal import Postgres
internal import Sockets

/// Both lists, ready to be sent, as one moment of the database has them; shared by all loops.
///
/// The database is the truth. Whoever is to answer a list has a look first (`ListReader`), and what
/// the look finds new is taken in here; looks of several loops may come in any order.
public final class ReadyLists: Sendable {
  /// The lists of a moment; they stay as they are while they are sent.
  struct Lists: Sendable {
    let moment: ListMoment
    /// What `ListStatements.triggers` said when everything was read.
    let triggers: String
    let text: TextListContent
    let audio: AudioListContent
  }

  private struct State {
    var text: TextList
    var audio: AudioList
    var lists: Lists?
    /// Counts up with each reading of everything.
    var edition = 0
  }

  let profile: ListProfile
  private let frame: ListFrame
  let clips: ClipBudget
  let loading = ListLoading()
  private let state: Lock<State>

  /// - Parameter cacheBytesMax: how much memory encoded rows of getaudio may take.
  public init(profile: ListProfile, cacheBytesMax: Int = 256 << 20) {
    self.profile = profile
    frame = ListFrame(profile)
    clips = ClipBudget(bytesMax: cacheBytesMax)
    state = Lock(
      State(text: TextList(order: profile.order), audio: AudioList(order: profile.order)))
  }

  /// What is known, and of which edition it is; nil before everything was read.
  var known: (lists: Lists, edition: Int)? {
    state.withLock { state in state.lists.map { ($0, state.edition) } }
  }

  /// Takes in what a look has found that began from `known`.
  ///
  /// - Returns: lists that are of the look's moment or a later one; nil where everything must be
  ///   read anew.
  func update(_ change: ListChange, edition: Int) -> Lists? {
    state.withLock { state in
      guard let lists = state.lists, edition == state.edition, !change.isTruncated,
        change.moment.epoch == lists.moment.epoch
      else { return nil }
      // A look of another loop, which saw more, was quicker.
      guard change.moment.isLater(than: lists.moment) else { return lists }
      let rows = change.rows.filter { state.text.tag(at: $0.sequence) != $0.tag }
      let removals = change.removedPlaces.filter { state.text.tag(at: $0) != nil }
      guard !rows.isEmpty || !removals.isEmpty else {
        let same = Lists(
          moment: change.moment, triggers: lists.triggers, text: lists.text, audio: lists.audio)
        state.lists = same
        return same
      }
      state.text.update(rows, removing: removals)
      clips.add(state.audio.update(rows, removing: removals))
      makeRoom(for: rows, in: state.audio.segments)
      return publish(&state, change.moment, triggers: lists.triggers)
    }
  }

  /// Begins a new edition with all rows, oldest first, unless looks of other loops have come
  /// further meanwhile.
  func replaceAll(_ rows: [ListRow], moment: ListMoment, triggers: String = "") -> Lists {
    var (text, audio) = (TextList(order: profile.order), AudioList(order: profile.order))
    text.update(rows)
    let bytes = audio.update(rows, removing: [])
    return state.withLock { state in
      if let known = state.lists, triggers == known.triggers, !moment.isLater(than: known.moment) {
        return known
      }
      // What answers of the old edition still want they fetch.
      for segment in state.audio.segments {
        clips.add(-segment.evict())
        _ = segment.retire()
      }
      (state.text, state.audio) = (text, audio)
      state.edition += 1
      clips.add(bytes)
      clips.makeRoom(in: state.audio.segments)
      return publish(&state, moment, triggers: triggers)
    }
  }

  private func publish(_ state: inout State, _ moment: ListMoment, triggers: String) -> Lists {
    let lists = Lists(
      moment: moment, triggers: triggers,
      text: TextListContent(state.text, frame: frame, epoch: moment.epoch),
      audio: AudioListContent(
        state.audio, tag: state.text.tag, frame: frame, epoch: moment.epoch, budget: clips))
    state.lists = lists
    return lists
  }

  /// Lets older rows go for the clips that will be fetched of those that came. A clip that is longer
  /// than the budget is none of them.
  private func makeRoom(for rows: [ListRow], in segments: [AudioSegment]) {
    var expected = 0
    for row in rows {
      let bytes = AudioSegment.encodedCount(row.clipBytes ?? 0)
      if bytes <= clips.bytesMax { expected += bytes }
    }
    clips.makeRoom(for: expected, in: segments)
  }
}
