import HTTP

/// What a parser returned for one request, collected for comparison.
struct ParsedRequest: Equatable {
  var method: Method
  var target: RequestTarget
  var version: HTTPVersion
  var fields: HeaderFields
  var announcedBytes: Int?
  var hasBody: Bool
  var expectation: RequestHead.Expectation
  var isPersistent: Bool
  var body: [UInt8] = []
  var isComplete = false

  var bodyText: String { String(decoding: body, as: UTF8.self) }

  init(_ head: RequestHead) {
    method = head.method
    target = head.target
    version = head.version
    fields = head.fields
    announcedBytes = head.announcedBytes
    hasBody = head.hasBody
    expectation = head.expectation
    isPersistent = head.isPersistent
  }
}

/// What a parser returned for all of its input.
struct ParsedInput: Equatable {
  var requests: [ParsedRequest] = []
  var error: RequestError?

  /// Collects events until the parser needs more bytes or throws.
  mutating func pull(_ parser: inout RequestParser) {
    do {
      while true {
        switch try parser.next() {
        case .needsMoreBytes: return
        case .head(let head): requests.append(ParsedRequest(head))
        case .body(let bytes): requests[requests.count - 1].body += bytes
        case .end: requests[requests.count - 1].isComplete = true
        }
      }
    } catch {
      self.error = error
    }
  }
}

/// Parses bytes that arrive in these slices.
func parse(_ slices: [ArraySlice<UInt8>], limits: RequestLimits = RequestLimits()) -> ParsedInput {
  var parser = RequestParser(limits: limits)
  var input = ParsedInput()
  for slice in slices where input.error == nil {
    parser.receive(slice)
    input.pull(&parser)
  }
  return input
}

func parse(_ text: String, limits: RequestLimits = RequestLimits()) -> ParsedInput {
  parse([Array(text.utf8)[...]], limits: limits)
}

func bytes(_ text: String) -> ArraySlice<UInt8> { Array(text.utf8)[...] }

extension ClientAddress {
  /// An address for documentation (RFC 5737).
  static let example = ClientAddress("192.0.2.1", key: AddressKey(ipv4: [192, 0, 2, 1]))
}
