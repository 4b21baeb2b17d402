/// The head of a response: status line, fields and framing.
extension ResponseWriter {
  /// Returns the framing of a response (RFC 9112 section 6.3, applied to the sender).
  static func framing(of response: Response, to request: RequestFacts) -> Framing {
    if response.status.forbidsBody { return .none }
    switch response.body {
    case .none:
      // In a response to HEAD, a length of 0 would describe the response to GET, which is unknown
      // here.
      return request.isHead ? .none : .length(0, sends: false)
    case .bytes, .slices:
      return .length(response.body.announcedBytes ?? 0, sends: !request.isHead)
    case .stream(let length?, _) where length >= 0:
      return .length(length, sends: !request.isHead)
    case .stream:
      if request.isHead { return .none }
      // RFC 9112 section 6.1: never send the chunked coding to an HTTP/1.0 client.
      return request.version == .http10 ? .untilClose : .chunked
    }
  }

  /// Writes all lines of the head except `Connection` and the empty line.
  static func appendHead(
    of response: Response, date: [UInt8], framing: Framing, to buffer: inout [UInt8]
  ) {
    buffer.append(contentsOf: "HTTP/1.1 ".utf8)
    buffer.append(decimal: response.status.code)
    buffer.append(.space)
    buffer.append(contentsOf: response.status.reason.utf8)
    buffer.append(contentsOf: "\r\nDate: ".utf8)
    buffer.append(contentsOf: date)
    buffer.append(contentsOf: "\r\n".utf8)
    appendFields(of: response.fields, to: &buffer)
    switch framing {
    case .length(let count, _):
      buffer.append(contentsOf: "Content-Length: ".utf8)
      buffer.append(decimal: count)
      buffer.append(contentsOf: "\r\n".utf8)
    case .chunked:
      buffer.append(contentsOf: "Transfer-Encoding: chunked\r\n".utf8)
    case .none, .untilClose:
      break
    }
  }

  /// Writes the fields of the app, except those that are reserved for this writer.
  static func appendFields(of fields: HeaderFields, to buffer: inout [UInt8]) {
    let bytes = fields.bytes
    for line in fields.lines where !isOwn(bytes.span, line.name) {
      buffer.append(contentsOf: bytes[line.nameAndValue])
      buffer.append(.carriageReturn)
      buffer.append(.lineFeed)
    }
  }

  /// Whether a field is reserved for the protocol; also used for HTTP/2.
  static func isOwn(_ bytes: Span<UInt8>, _ name: Range<Int>) -> Bool {
    switch name.count {
    case 4: bytes.matches("date", in: name)
    case 7: bytes.matches("upgrade", in: name)
    case 10: bytes.matches("connection", in: name) || bytes.matches("keep-alive", in: name)
    case 14: bytes.matches("content-length", in: name)
    case 17: bytes.matches("transfer-encoding", in: name)
    default: false
    }
  }
}
