/// Who is served by which look at the database; askers are whatever the caller keeps of them.
///
/// One look is under way at a time. Whoever asks meanwhile is served by the next, which begins when
/// this one is over: only a look that began after he asked is sure to see what had been acknowledged
/// by then.
struct SharedLook<Asker> {
  private var isUnderWay = false
  private var askers: [Asker] = []

  /// Somebody asks.
  ///
  /// - Returns: whether the caller is to begin: to ask `next` for looks until there is none.
  mutating func ask(_ asker: Asker) -> Bool {
    askers.append(asker)
    defer { isUnderWay = true }
    return !isUnderWay
  }

  /// Whom a look serves that begins now, when the one before is over; nil ends the looking.
  mutating func next() -> [Asker]? {
    guard !askers.isEmpty else {
      isUnderWay = false
      return nil
    }
    defer { askers = [] }
    return askers
  }
}
