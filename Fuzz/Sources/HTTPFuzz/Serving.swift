import FuzzInput
import HTTP

/// Plays a whole connection: every request is answered, every second body is read.
///
/// It must come to its end in a number of steps bounded by the bytes, whatever they are, and
/// everything that it sends must begin like HTTP.
func serve(_ input: FuzzInput, limits: RequestLimits) {
  var session = HTTP1Session(limits: limits)
  var pieces = input.pieces[...]
  var output: [UInt8] = []
  var steps = 1_000 + 16 * input.bytes.count
  var isRead = false
  var isOver = false
  while !isOver {
    steps -= 1
    claim(steps > 0, "a connection that does not end")
    switch session.next() {
    case .needsMoreBytes: feed(&session, &pieces)
    case .hasOutput, .endWriting: drain(&session, into: &output)
    case .request:
      isRead.toggle()
      if isRead { read(&session, &pieces, into: &output) }
      answer(&session, .ok)
    case .refusal(let error): answer(&session, error.status)
    case .awaitsResponse: claim(false, "every request was answered")
    case .close: isOver = true
    }
  }
  drain(&session, into: &output)
  claim(output.isEmpty || output.starts(with: "HTTP/1.1 ".utf8), "an answer that is not HTTP")
}

private func feed(_ session: inout HTTP1Session, _ pieces: inout ArraySlice<ArraySlice<UInt8>>) {
  if let piece = pieces.popFirst() {
    session.receive(piece)
  } else {
    session.receiveEnd()
  }
}

private func drain(_ session: inout HTTP1Session, into output: inout [UInt8]) {
  while let bytes = session.takeOutput() { output += bytes.prefix(max(0, 64 - output.count)) }
}

private func answer(_ session: inout HTTP1Session, _ status: Status) {
  do throws(HTTP1SessionError) {
    try session.respond(with: Response(status, body: .bytes([0x7b, 0x7d])), secondsSince1970: 0)
    claim(!session.needsResponseBody, "a response in memory is whole")
  } catch {
    claim(false, "a response was not taken: \(error)")
  }
}

private func read(
  _ session: inout HTTP1Session, _ pieces: inout ArraySlice<ArraySlice<UInt8>>,
  into output: inout [UInt8]
) {
  var count = 0
  do throws(RequestBodyError) {
    while true {
      switch try session.nextBody() {
      case .hasOutput: drain(&session, into: &output)
      case .needsMoreBytes: feed(&session, &pieces)
      case .bytes(let bytes):
        count += bytes.count
        claim(count <= session.limits.bodyBytesMax, "a body over its limit")
      case .end: return
      }
    }
  } catch {
    claim(!"\(error)".isEmpty, "an error has its words")
  }
}
