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
    response.fields.serialize(to: &buffer)
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
}
