/// Splits PostgreSQL's responses into messages, and holds back the response to an INSERT until its
/// transaction is known to be committed (PostgreSQL manual, section 55.7).
public struct InsertResponses {
  /// The bytes of an incomplete message.
  private var rest: [UInt8] = []
  /// The messages that may be forwarded.
  private var output: [UInt8] = []
  /// The messages since the response to an INSERT that is to be cut; nil if there is none.
  private var held: [UInt8]?

  public init() {}

  /// Processes bytes, and returns whether to cut the connection now: an INSERT for which
  /// `isToBeCut` returned true has been committed.
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
      // I: idle, so the transaction is over. Otherwise its COMMIT is still to come.
      if message[5] == UInt8(ascii: "I") { return true }
      output += messages
      held = []
    }
    return false
  }

  /// Removes and returns the messages that may be forwarded.
  public mutating func take() -> [UInt8] {
    defer { output = [] }
    return output
  }

  /// Returns a complete message: its type, its length without the type byte, and its body.
  private mutating func nextMessage() -> [UInt8]? {
    guard rest.count >= 5 else { return nil }
    let length = rest[1..<5].reduce(0) { $0 << 8 | Int($1) }
    guard length >= 4, rest.count > length else { return nil }
    defer { rest.removeFirst(1 + length) }
    return Array(rest.prefix(1 + length))
  }
}
