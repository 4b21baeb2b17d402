import Testing

@testable import LoadGeneration

@Suite("Latencies")
struct LatenciesTests {
  @Test func keepsBucketsNarrowerThanOneSixtyFourth() {
    for shift in 0..<40 {
      for offset in [0, 1, 37] as [UInt64] {
        let value = (1 << shift) + offset
        let bucket = Latencies.bucket(of: value)
        let upper = Latencies.upperBound(of: bucket)
        #expect(upper >= value)
        #expect(upper - value <= value / 64)
        if bucket > 0 { #expect(Latencies.upperBound(of: bucket - 1) < value) }
      }
    }
  }

  @Test func countsOverlongValuesInTheLastBucket() {
    var latencies = Latencies()
    latencies.record(nanoseconds: .max)
    #expect(latencies.count == 1)
    #expect(latencies.longestNanoseconds == .max)
    #expect(latencies.nanoseconds(atQuantile: 0.5) >= 1 << 40)
  }

  @Test func computesQuantilesAcrossMergedHistograms() {
    var odd = Latencies()
    var even = Latencies()
    for value in 1...1000 as ClosedRange<UInt64> {
      if value % 2 == 0 {
        even.record(nanoseconds: value * 1000)
      } else {
        odd.record(nanoseconds: value * 1000)
      }
    }
    odd.add(even)
    #expect(odd.count == 1000)
    for (quantile, value) in [(0.5, 500_000), (0.99, 990_000), (0.999, 999_000)] {
      let found = Double(odd.nanoseconds(atQuantile: quantile))
      #expect(found >= Double(value) && found <= Double(value) * (1 + 1.0 / 64))
    }
    #expect(odd.nanoseconds(atQuantile: 1) == 1_000_000)
    #expect(Latencies().nanoseconds(atQuantile: 0.5) == 0)
  }
}
