import System
import Testing

struct HistogramTests {
  @Test func countsAValueInTheFirstRangeThatIncludesIt() {
    var histogram = Histogram(bounds: [1, 2, 4])
    for value in [0, 1, 1.5, 2, 3, 4, 4.5, 100] { histogram.record(value) }
    #expect(histogram.counts == [2, 2, 2, 2])
    #expect(histogram.count == 8)
    #expect(histogram.sum == 116)
  }

  @Test func recordsTimesInSeconds() {
    var histogram = Histogram(bounds: Histogram.requestSeconds)
    histogram.record(.milliseconds(2))
    histogram.record(.seconds(90))
    #expect(histogram.counts[2] == 1)
    #expect(histogram.counts.last == 1)
    #expect(abs(histogram.sum - 90.002) < 1e-9)
  }

  @Test func addsTheValuesOfAnother() {
    var (one, other) = (Histogram(bounds: [1]), Histogram(bounds: [1]))
    one.record(0.5)
    other.record(0.5)
    other.record(2)
    one.add(other)
    #expect(one.counts == [2, 1])
    #expect(one.sum == 3)
  }

  @Test(arguments: [Histogram.requestSeconds, Histogram.tickSeconds, Histogram.batchSizes])
  func hasAscendingBounds(_ bounds: [Double]) {
    #expect(zip(bounds, bounds.dropFirst()).allSatisfy { $0 < $1 })
  }
}
