import Chatter

/// The rows of a list of chatts, made off the main actor, since clips are decoded for them.
struct TimelineList: Sendable {
  /// The sequence number of the request; the list with the higher number is newer.
  let number: Int
  let rows: [TimelineRow]
  fileprivate let maker: RowMaker
}

/// The input for making a list.
struct TimelineListTask: Sendable {
  fileprivate let number: Int
  fileprivate let chatts: [Chatt]
  fileprivate let maker: RowMaker

  @concurrent
  func made() async -> TimelineList {
    var maker = maker
    let rows = maker.rows(chatts)
    return TimelineList(number: number, rows: rows, maker: maker)
  }
}

/// The state that is shared between lists.
struct TimelineLists: Sendable {
  private var maker = RowMaker()
  private var lastRequested = 0
  private var lastTaken = 0

  mutating func next(of chatts: [Chatt]) -> TimelineListTask {
    lastRequested += 1
    return TimelineListTask(number: lastRequested, chatts: chatts, maker: maker)
  }

  /// Takes a list; false if it is not newer than the last one.
  mutating func take(_ list: TimelineList) -> Bool {
    guard list.number > lastTaken else { return false }
    (lastTaken, maker) = (list.number, list.maker)
    return true
  }
}
