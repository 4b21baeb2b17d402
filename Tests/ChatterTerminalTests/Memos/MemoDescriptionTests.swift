import Testing

@testable import ChatterTerminal

struct MemoDescriptionTests {
  @Test func readsWhatItWrites() throws {
    let description = try #require(
      MemoDescription(title: "Milk & bread", duration: .milliseconds(1_234)))
    #expect(description.bytes == Array("1234\nMilk & bread\n".utf8))
    #expect(MemoDescription(description.bytes) == description)
  }

  @Test func storesWholeMillisecondsUpToAYear() throws {
    let durations: [(Duration, Duration)] = [
      (.microseconds(1_999), .milliseconds(1)), (.seconds(-1), .zero),
      (.seconds(Int64.max), .seconds(366 * 24 * 3600)),
    ]
    for (duration, stored) in durations {
      let description = try #require(MemoDescription(title: "", duration: duration))
      #expect(description.duration == stored)
      #expect(MemoDescription(description.bytes) == description)
    }
  }

  @Test func makesTitlesSafeForATerminal() throws {
    let description = try #require(MemoDescription(title: "a\u{1B}[2J\nb", duration: .zero))
    #expect(description.title == "a\u{FFFD}[2J b")
  }
}
