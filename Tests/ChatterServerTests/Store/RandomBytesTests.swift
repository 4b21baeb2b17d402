import Testing

@testable import ChatterServer

@Suite("Random numbers (needs nothing)")
struct RandomBytesTests {
  @Test func neverRepeatsANumber() {
    var generator = RandomBytes()
    let numbers = (0..<(RandomBytes.wordsMax * 10 + 1)).map { _ in generator.next() as UInt64 }
    #expect(Set(numbers).count == numbers.count)
    let bits = numbers.reduce(0) { $0 + $1.nonzeroBitCount }
    // 20,544 bits, of which half are set but for 1,000 at most: 14 standard deviations.
    #expect((9_272...11_272).contains(bits))
  }
}
