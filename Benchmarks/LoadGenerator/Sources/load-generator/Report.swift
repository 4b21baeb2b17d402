import Glibc
import LoadGeneration

/// The outcome of a load as one line of JSON.
enum Report {
  static func line(_ outcome: LoadRun.Outcome) -> String {
    let tally = outcome.tally
    var time = rusage()
    unsafe getrusage(Int32(RUSAGE_SELF.rawValue), &time)
    let cpu =
      Double(time.ru_utime.tv_sec + time.ru_stime.tv_sec)
      + Double(time.ru_utime.tv_usec + time.ru_stime.tv_usec) / 1e6
    var members = [
      "\"requests\":\(tally.requests)", "\"requests_in_all\":\(tally.requestsInAll)",
      "\"failures\":\(tally.failures)", "\"seconds\":\(outcome.seconds)",
      "\"content_bytes\":\(tally.bodyBytes)", "\"client_cpu_seconds\":\(cpu)",
    ]
    for (name, quantile) in [("p50", 0.5), ("p90", 0.9), ("p99", 0.99), ("p999", 0.999)] {
      let nanoseconds = tally.latencies.nanoseconds(atQuantile: quantile)
      members.append("\"\(name)_us\":\(Double(nanoseconds) / 1000)")
    }
    members.append("\"max_us\":\(Double(tally.latencies.longestNanoseconds) / 1000)")
    if let failure = tally.firstFailure {
      let text = failure.unicodeScalars.filter {
        $0.value >= 0x20 && $0 != "\"" && $0 != "\\"
      }
      members.append("\"first_failure\":\"\(String(String.UnicodeScalarView(text)))\"")
    }
    return "{\(members.joined(separator: ","))}"
  }
}
