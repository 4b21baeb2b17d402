/// The body of a stream of live updates, which takes the tokens of the chatts from it.
///
/// Each chatt must have a token of `RequestTemplate` that is greater than the one before: then none
/// comes twice, and they are in order.
public struct EventBody: ResponseBody, Sendable {
  private var parser = EventStreamParser()
  private var lastToken: UInt64 = 0
  private var tokens: [UInt64] = []

  public init() {}

  public mutating func begin() {}

  public mutating func receive(_ chunk: ArraySlice<UInt8>) throws(ResponseError) {
    for event in try parser.receive(chunk) {
      guard event.name.elementsEqual("chatt".utf8) else {
        throw .wrongBody("an event \(String(decoding: event.name, as: UTF8.self))")
      }
      guard let token = Self.token(in: event.data) else {
        throw .wrongBody("a chatt of somebody else")
      }
      guard token > lastToken else { throw .wrongBody("a chatt twice, or out of order") }
      lastToken = token
      tokens.append(token)
    }
  }

  /// Live updates have no end.
  public mutating func finish() throws(ResponseError) { throw .ended("the stream of events") }

  /// Returns the tokens of the chatts that came since the last call.
  public mutating func takeTokens() -> [UInt64] {
    defer { tokens.removeAll(keepingCapacity: true) }
    return tokens
  }

  /// Returns the number of the first token in a text.
  static func token(in text: [UInt8]) -> UInt64? {
    let digitCount = RequestTemplate.placeholder.count - 1
    guard let mark = text.firstIndex(of: RequestTemplate.placeholder[0]),
      text.endIndex - mark > digitCount
    else { return nil }
    return UInt64(
      String(decoding: text[mark + 1...mark + digitCount], as: UTF8.self), radix: 16)
  }
}
