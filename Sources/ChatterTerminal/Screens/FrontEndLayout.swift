/// The rows of each part of the screen. A small terminal loses parts, the least important first;
/// the clock of a recording, in the player's first row, is the last to go.
struct FrontEndLayout: Equatable {
  /// The maximum number of rows of the written text, and of a notice.
  static let composeRowsMax = 3
  static let footRowsMax = 4
  /// The rows that the timeline keeps before other parts than a notice grow.
  private static let bodyRowsMin = 3

  private(set) var title = 0
  private(set) var body = 0
  /// Its clock and level, its buttons, its rule.
  private(set) var player = 0
  private(set) var composeRule = 0
  private(set) var compose = 0
  private(set) var foot = 0

  /// Creates a layout for the rows that the written text needs, 0 to leave it out, and the notice.
  init(height: Int, composeRows: Int, footRows: Int) {
    var rest = height
    func take(_ wanted: Int) -> Int {
      let taken = min(max(0, wanted), rest)
      rest -= taken
      return taken
    }
    let isWriting = composeRows > 0
    player = take(1)
    foot = take(1)
    compose = take(isWriting ? 1 : 0)
    body = take(1)
    foot += take(min(footRows, Self.footRowsMax) - 1)
    body += take(Self.bodyRowsMin - 1)
    title = take(1)
    if isWriting {
      player += take(1)
      composeRule = take(1)
      player += take(1)
      compose += take(min(composeRows, Self.composeRowsMax) - 1)
    }
    body += rest
  }

  var playerRow: Int { title + body }
  var composeRow: Int { playerRow + player + composeRule }
  var footRow: Int { composeRow + compose }
}
