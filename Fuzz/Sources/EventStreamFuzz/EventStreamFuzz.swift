import ChatterClient
import FuzzInput

/// The corresponding function of libFuzzer is `LLVMFuzzerTestOneInput`.
@c(LLVMFuzzerTestOneInput)
public func fuzzEventStream(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let input = unsafe FuzzInput(start, count)
  let limits =
    input.hasSmallLimits
    ? EventStreamLimits(lineBytesMax: 24, eventBytesMax: 16) : EventStreamLimits()
  var whole = ParsedEvents(limits: limits)
  whole.take(input.bytes[...])
  var chunked = ParsedEvents(limits: limits)
  for chunk in input.chunks { chunked.take(chunk) }
  claim(whole == chunked, "split into chunks, the bytes mean something else")
  if whole.error == nil { eventsAreReadAgain(whole, limits: limits) }
  return 0
}

/// The events of a stream, and its state after them.
private struct ParsedEvents: Equatable {
  let limits: EventStreamLimits
  private var parser: EventStreamParser
  var events: [StreamEvent] = []
  var error: EventStreamError?

  init(limits: EventStreamLimits) {
    self.limits = limits
    parser = EventStreamParser(limits: limits)
  }

  mutating func take(_ bytes: ArraySlice<UInt8>) {
    guard error == nil else { return }
    do throws(EventStreamError) {
      try parser.parse(bytes, into: &events)
    } catch {
      self.error = error
    }
    for event in events {
      claim(event.data.count < limits.eventBytesMax, "an event keeps to its limit")
      claim(!event.type.isEmpty, "an event always has a type")
    }
  }

  static func == (left: ParsedEvents, right: ParsedEvents) -> Bool {
    left.events == right.events && left.error == right.error
      && left.parser.position == right.parser.position && left.parser.retry == right.parser.retry
  }
}

/// Events that are written and read again are the same.
private func eventsAreReadAgain(_ parsed: ParsedEvents, limits: EventStreamLimits) {
  var stream: [UInt8] = []
  for event in parsed.events {
    stream += "id: \(event.position)\nevent: \(event.type)\n".utf8
    for line in event.data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      stream += "data: ".utf8 + Array(line) + [UInt8(ascii: "\n")]
    }
    stream.append(UInt8(ascii: "\n"))
  }
  var again = ParsedEvents(limits: EventStreamLimits())
  again.take(stream[...])
  claim(again.events == parsed.events, "an event changed on its way")
}
