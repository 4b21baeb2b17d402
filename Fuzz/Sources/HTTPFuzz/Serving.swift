import FuzzInput
import HTTP

/// Serves a whole connection: responds to every request, and reads every second body.
///
/// The connection must end in a number of steps bounded by the bytes, whatever they are, and its
/// output must start like HTTP.
func serve(_ input: FuzzInput, limits: RequestLimits) {
  var session = HTTP1Session(limits: limits)
  var chunks = input.chunks[...]
  var output: [UInt8] = []
  var steps = 1_000 + 16 * input.bytes.count
  var isRead = false
  var isOver = false
  while !isOver {
    steps -= 1
    claim(steps > 0, "a connection that does not end")
    switch session.next() {
    case .needsMoreBytes: feed(&session, &chunks)
    case .hasOutput, .endWriting: drain(&session, into: &output)
    case .request:
      isRead.toggle()
      if isRead { read(&session, &chunks, into: &output) }
      respond(&session, .ok)
    case .refusal(let error): respond(&session, error.status)
    case .awaitsResponse: claim(false, "every request has a response")
    case .close: isOver = true
    }
  }
  drain(&session, into: &output)
  claim(output.isEmpty || output.starts(with: "HTTP/1.1 ".utf8), "a response that is not HTTP")
}

private func feed(_ session: inout HTTP1Session, _ chunks: inout ArraySlice<ArraySlice<UInt8>>) {
  if let chunk = chunks.popFirst() {
    session.receive(chunk)
  } else {
    session.receiveEnd()
  }
}

private func drain(_ session: inout HTTP1Session, into output: inout [UInt8]) {
  while let bytes = session.takeOutput() { output += bytes.prefix(max(0, 64 - output.count)) }
}

private func respond(_ session: inout HTTP1Session, _ status: Status) {
  do throws(ResponseError) {
    try session.respond(with: Response(status, body: .bytes([0x7b, 0x7d])), secondsSince1970: 0)
    claim(!session.needsResponseBody, "a response in memory is whole")
  } catch {
    claim(false, "a response was not accepted: \(error)")
  }
}

private func read(
  _ session: inout HTTP1Session, _ chunks: inout ArraySlice<ArraySlice<UInt8>>,
  into output: inout [UInt8]
) {
  var count = 0
  do throws(RequestBodyError) {
    while true {
      switch try session.nextBody() {
      case .hasOutput: drain(&session, into: &output)
      case .needsMoreBytes: feed(&session, &chunks)
      case .bytes(let chunk):
        count += chunk.count
        claim(count <= session.limits.bodyBytesMax, "a body over its limit")
      case .end: return
      }
    }
  } catch {
    claim(!"\(error)".isEmpty, "an error has its words")
  }
}
