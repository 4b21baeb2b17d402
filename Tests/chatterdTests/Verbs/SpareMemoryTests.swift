import Testing

@testable import chatterd

@Suite("Memory that is given back (needs nothing)")
struct SpareMemoryTests {
  @Test("it is given back in the first quiet moment after each time of work")
  func rest() {
    var rest = RestAfterWork()
    let moments = [true, true, false, false, false, true, false, false]
    #expect(
      moments.map { rest.begins(wasBusy: $0) }
        == [false, false, true, false, false, false, true, false])
  }
}
