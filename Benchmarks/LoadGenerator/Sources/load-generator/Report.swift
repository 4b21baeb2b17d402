import Glibc
import LoadGeneration

/// The outcome of a load as one line of JSON.
enum Report {
  static func line(_ outcome: LoadRun.Outcome) -> String {
    let tally = outcome.tally
    var members = [
      "\"requests\":\(tally.requests)", "\"requests_in_all\":\(tally.requestsInAll)",
      "\"failures\":\(tally.failures)", "\"seconds\":\(outcome.seconds)",
      "\"content_bytes\":\(tally.bodyBytes)", "\"client_cpu_seconds\":\(cpuSeconds)",
    ]
    members += Self.members(of: tally.latencies) + member(of: tally.firstFailure)
    return "{\(members.joined(separator: ","))}"
  }

  /// The latencies of all posts together, and of each of them.
  static func line(_ outcome: FanOut.Outcome) -> String {
    let all = outcome.posts.reduce(into: Latencies()) { $0.add($1) }
    let posts = outcome.posts.map { "{\(Self.members(of: $0).joined(separator: ","))}" }
    let members =
      ["\"failures\":\(outcome.failures)", "\"client_cpu_seconds\":\(cpuSeconds)"]
      + Self.members(of: all) + ["\"posts\":[\(posts.joined(separator: ","))]"]
      + member(of: outcome.firstFailure)
    return "{\(members.joined(separator: ","))}"
  }

  private static func members(of latencies: Latencies) -> [String] {
    let quantiles = [("p50", 0.5), ("p90", 0.9), ("p99", 0.99), ("p999", 0.999)]
    return quantiles.map { name, quantile in
      "\"\(name)_us\":\(Double(latencies.nanoseconds(atQuantile: quantile)) / 1000)"
    } + ["\"max_us\":\(Double(latencies.longestNanoseconds) / 1000)"]
  }

  private static func member(of failure: String?) -> [String] {
    guard let failure else { return [] }
    let text = failure.unicodeScalars.filter { $0.value >= 0x20 && $0 != "\"" && $0 != "\\" }
    return ["\"first_failure\":\"\(String(String.UnicodeScalarView(text)))\""]
  }

  /// The user and system time of this process.
  private static var cpuSeconds: Double {
    var time = rusage()
    unsafe getrusage(Int32(RUSAGE_SELF.rawValue), &time)
    return Double(time.ru_utime.tv_sec + time.ru_stime.tv_sec)
      + Double(time.ru_utime.tv_usec + time.ru_stime.tv_usec) / 1e6
  }
}
