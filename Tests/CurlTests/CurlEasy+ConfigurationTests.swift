import Testing

@testable import Curl

struct CurlEasyConfigurationTests {
  @Test func limitsUnacknowledgedDataToLessThanTheIdleTimeout() {
    let times = [(15_000, 14_000), (2000, 1000), (1000, 500)]
    for (idle, expected) in times {
      let limits = CurlLimits(
        connectTimeout: .seconds(1), idleTimeout: .milliseconds(idle), totalTimeout: nil,
        bodyBytesMax: nil)
      #expect(CurlEasy.acknowledgementTimeout(for: limits) == .milliseconds(expected))
    }
  }
}
