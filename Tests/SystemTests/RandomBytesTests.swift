import Testing

@testable import System

struct RandomBytesTests {
  @Test func neverRepeatsANumber() {
    var generator = RandomBytes()
    let numbers = (0..<(RandomBytes.wordsMax * 10 + 1)).map { _ in generator.next() as UInt64 }
    #expect(Set(numbers).count == numbers.count)
    let bits = numbers.reduce(0) { $0 + $1.nonzeroBitCount }
    // Half of 20,544 bits are set, with a tolerance of 1,000: 14 standard deviations.
    #expect((9_272...11_272).contains(bits))
  }
}
