import HTTP
import Testing

struct TraceParentTests {
  private static let trace = "4bf92f3577b34da6a3ce929d0e0e4736"
  private static let value = "00-\(trace)-00f067aa0ba902b7-01"

  @Test func readsTheTrace() {
    #expect(TraceParent(Self.value)?.traceID == Self.trace)
    let fields: HeaderFields = ["traceparent": try! FieldValue(Self.value)]
    #expect(fields.traceParent?.traceID == Self.trace)
    #expect(HeaderFields().traceParent == nil)
  }

  @Test func readsWhatItKnowsOfALaterVersion() {
    let later = "cc" + Self.value.dropFirst(2)
    #expect(TraceParent(later)?.traceID == Self.trace)
    #expect(TraceParent(later + "-what-the-future-will-be-like")?.traceID == Self.trace)
    #expect(TraceParent(later + ".x") == nil)
  }

  @Test(arguments: [
    "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
    "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
    "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
    "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
    "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-",
    "00-4bf92f3577b34da6a3ce929d0e0e4736_00f067aa0ba902b7-01", "",
  ])
  func refusesAnInvalidValue(_ value: String) {
    #expect(TraceParent(value) == nil)
  }

  @Test func refusesEveryPrefixAndEveryOtherByte() {
    for count in 0..<Self.value.count {
      #expect(TraceParent(Self.value.prefix(count)) == nil)
      var bytes = Array(Self.value.utf8)
      bytes[count] = UInt8(ascii: "g")
      #expect(TraceParent(String(decoding: bytes, as: UTF8.self)) == nil)
    }
  }
}
