import FuzzInput
import HTTP

/// All that a parser makes of a stream, in a form in which the pieces of a body do not show.
struct ParsedStream: Equatable {
  enum Event: Equatable {
    case head(method: String, path: String, query: String?, fields: HeaderFields)
    case body([UInt8])
    case end(trailers: HeaderFields)
    /// Which of several errors is found first may depend on the pieces, that one is found may not.
    case failed
  }

  private(set) var events: [Event] = []
  private var parser: RequestParser

  init(limits: RequestLimits) { parser = RequestParser(limits: limits) }

  static func == (left: Self, right: Self) -> Bool { left.events == right.events }

  mutating func take(_ bytes: ArraySlice<UInt8>) {
    if events.last == .failed { return }
    parser.receive(bytes)
    do throws(RequestError) {
      while try takeEvent() {}
    } catch {
      events.append(.failed)
      var after = parser
      after.receive([0x0d, 0x0a])
      do throws(RequestError) {
        _ = try after.next()
        claim(false, "an error is final")
      } catch let second {
        claim(second == error, "the first error stays")
      }
    }
  }

  /// Takes one event; false when the parser wants more bytes.
  private mutating func takeEvent() throws(RequestError) -> Bool {
    switch try parser.next() {
    case .needsMoreBytes:
      return false
    case .head(let head):
      claim(head.fields.count <= parser.limits.fieldCountMax, "more fields than may be")
      events.append(
        .head(
          method: "\(head.method)", path: head.target.path, query: head.target.query,
          fields: head.fields))
    case .body(let piece):
      claim(!piece.isEmpty, "an empty piece of a body")
      var content = Array(piece)
      if case .body(let before) = events.last {
        events.removeLast()
        content = before + content
      }
      claim(content.count <= parser.limits.bodyBytesMax, "a body over its limit")
      events.append(.body(content))
    case .end(let trailers):
      events.append(.end(trailers: trailers))
    }
    return true
  }
}
