/// What PostgreSQL answers, message by message, with the answer to an INSERT held back until it is
/// known that its transaction was committed (manual, section 55.7).
public struct InsertAnswers {
  /// What has come and is not a whole message yet.
  private var rest: [UInt8] = []
  /// Messages that may go on.
  private var output: [UInt8] = []
  /// Messages since an INSERT that is to be cut was answered; nil while there is none.
  private var held: [UInt8]?

  public init() {}

  /// Takes bytes, and says whether the connection is to be cut now: an INSERT that `isToBeCut` said
  /// yes to was committed.
  public mutating func receive(_ bytes: [UInt8], isToBeCut: () -> Bool) -> Bool {
    rest += bytes
    while let message = nextMessage() {
      let kind = message[0]
      if kind == UInt8(ascii: "C"), held == nil,
        message[5...].starts(with: Array("INSERT".utf8)), isToBeCut()
      {
        held = []
      }
      guard var messages = held else {
        output += message
        continue
      }
      messages += message
      held = messages
      guard kind == UInt8(ascii: "Z") else { continue }
      // I: idle, so that the transaction is over. Else its COMMIT is yet to come.
      if message[5] == UInt8(ascii: "I") { return true }
      output += messages
      held = []
    }
    return false
  }

  /// What may go on.
  public mutating func take() -> [UInt8] {
    defer { output = [] }
    return output
  }

  /// A whole message: its kind, its length without the kind, and its content.
  private mutating func nextMessage() -> [UInt8]? {
    guard rest.count >= 5 else { return nil }
    let length = rest[1..<5].reduce(0) { $0 << 8 | Int($1) }
    guard length >= 4, rest.count > length else { return nil }
    defer { rest.removeFirst(1 + length) }
    return Array(rest.prefix(1 + length))
  }
}
