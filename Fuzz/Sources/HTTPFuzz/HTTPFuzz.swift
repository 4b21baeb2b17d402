import FuzzInput
import HTTP

/// The corresponding function of libFuzzer is `LLVMFuzzerTestOneInput`.
@c(LLVMFuzzerTestOneInput)
public func fuzzHTTP(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let input = unsafe FuzzInput(start, count)
  var limits = RequestLimits()
  if input.hasSmallLimits {
    limits.headBytesMax = 128
    limits.fieldCountMax = 4
    limits.targetBytesMax = 32
    limits.methodBytesMax = 8
    limits.bodyBytesMax = 24
    limits.chunkExtensionBytesMax = 8
    limits.trailerBytesMax = 32
    limits.drainBytesMax = 16
    limits.lingerBytesMax = 32
  }
  var whole = ParsedStream(limits: limits)
  whole.take(input.bytes[...])
  var chunked = ParsedStream(limits: limits)
  for chunk in input.chunks { chunked.take(chunk) }
  claim(
    whole == chunked, "split into chunks, the bytes mean something else: \(whole) and \(chunked)")
  serve(input, limits: limits)
  return 0
}
