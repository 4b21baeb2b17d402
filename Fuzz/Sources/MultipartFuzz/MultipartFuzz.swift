import FuzzInput
import HTTP

/// The corresponding function of libFuzzer is `LLVMFuzzerTestOneInput`.
///
/// The first line of the input is the Content-Type.
@c(LLVMFuzzerTestOneInput)
public func fuzzMultipart(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let input = unsafe FuzzInput(start, count)
  let type = input.bytes.prefix { $0 != 0x0A }
  let body = input.bytes.dropFirst(type.count + 1)
  let text = String(decoding: type, as: UTF8.self)
  let whole = parsed([body], text)
  let chunks = stride(from: body.startIndex, to: body.endIndex, by: input.chunkBytes).map {
    body[$0..<min($0 + input.chunkBytes, body.endIndex)]
  }
  claim(parsed(chunks, text) == whole, "the chunks change what a form contains")
  return 0
}

/// The parts of a form, or the error; nil for another type.
private func parsed(_ chunks: [ArraySlice<UInt8>], _ type: String) -> [[UInt8]]? {
  do throws(MultipartError) {
    guard var parser = try MultipartParser(contentType: type) else { return nil }
    var parts: [[UInt8]] = []
    for chunk in chunks {
      parser.receive(chunk)
      try take(&parser, &parts)
    }
    try parser.finish()
    return parts
  } catch {
    claim(!"\(error)".isEmpty, "an error has its words")
    return [Array("\(error)".utf8)]
  }
}

private func take(_ parser: inout MultipartParser, _ parts: inout [[UInt8]]) throws(MultipartError)
{
  while true {
    switch try parser.next() {
    case .needsMoreBytes: return
    case .part(let part): parts.append(Array(part.name.utf8) + [0])
    case .bytes(let bytes):
      claim(!bytes.isEmpty && !parts.isEmpty, "bytes of no part")
      parts[parts.count - 1] += bytes
    case .endOfPart: claim(!parts.isEmpty, "the end of no part")
    }
  }
}
