import FuzzInput
import HTTP

/// The corresponding function of libFuzzer is `LLVMFuzzerTestOneInput`.
@c(LLVMFuzzerTestOneInput)
public func fuzzHTTP2(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let input = unsafe FuzzInput(start, count)
  var limits = RequestLimits()
  var http2 = HTTP2Limits()
  if input.hasSmallLimits {
    limits.headBytesMax = 256
    limits.fieldCountMax = 4
    limits.targetBytesMax = 32
    limits.methodBytesMax = 8
    limits.bodyBytesMax = 24
    limits.trailerBytesMax = 64
    limits.drainBytesMax = 16
    http2.streamsMax = 2
    http2.streamWindowBytes = 16
    http2.resetBurst = 2
    http2.idleFrameBurst = 8
    http2.continuationsMax = 1
    http2.gatheredBytesMax = 64
  }
  // The preface is fixed; the input starts after it.
  let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)
  var whole = ServedConnection(begin(limits, http2))
  whole.take(preface[...])
  whole.take(input.bytes[...])
  whole.end()
  var chunked = ServedConnection(begin(limits, http2))
  chunked.take(preface[...])
  for chunk in input.chunks { chunked.take(chunk) }
  chunked.end()
  // The split decides which responses precede a fault, or precede one stream too many.
  if !input.hasSmallLimits, !whole.isFaulty, !chunked.isFaulty {
    claim(
      whole.heads == chunked.heads, "split into chunks, the bytes mean something else")
  }
  return 0
}

/// The fuzzer's memory limit ends it long before this allocation can fail.
private func begin(_ limits: RequestLimits, _ http2: HTTP2Limits) -> HTTP2Session {
  guard let session = HTTP2Session(limits: limits, http2: http2) else { fatalError("no memory") }
  return session
}
