import FuzzInput
import HTTP

/// The events that a parser reports for a stream, with the chunks of each body joined.
struct ParsedStream: Equatable {
  enum Event: Equatable {
    case head(method: String, path: String, query: String?, fields: HeaderFields)
    case body([UInt8])
    case end
    /// An error. Which of several errors is found first may depend on the chunks.
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

  /// Adds one event; false if the parser needs more bytes.
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
    case .body(let chunk):
      claim(!chunk.isEmpty, "an empty chunk of a body")
      var body = Array(chunk)
      if case .body(let before) = events.last {
        events.removeLast()
        body = before + body
      }
      claim(body.count <= parser.limits.bodyBytesMax, "a body over its limit")
      events.append(.body(body))
    case .end:
      events.append(.end)
    }
    return true
  }
}
