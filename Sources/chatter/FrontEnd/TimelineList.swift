import Chatter

/// The rows of a list of chatts, made away from the screen: clips are decoded for it.
struct TimelineList: Sendable {
  /// Lists are counted as they are asked for: a later one is newer.
  let number: Int
  let rows: [TimelineRow]
  fileprivate let maker: RowMaker
}

/// A list that is to be made.
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

/// What is kept from list to list.
struct TimelineLists: Sendable {
  private var maker = RowMaker()
  private var lastAsked = 0
  private var lastTaken = 0

  mutating func next(of chatts: [Chatt]) -> TimelineListTask {
    lastAsked += 1
    return TimelineListTask(number: lastAsked, chatts: chatts, maker: maker)
  }

  /// Whether a list is newer than those that were taken.
  mutating func take(_ list: TimelineList) -> Bool {
    guard list.number > lastTaken else { return false }
    (lastTaken, maker) = (list.number, list.maker)
    return true
  }
}
