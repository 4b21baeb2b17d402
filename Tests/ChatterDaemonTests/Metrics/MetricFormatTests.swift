import EventLoop
import Testing

@testable import ChatterDaemon

struct MetricFormatTests {
  private static var metrics: [Metric] {
    var histogram = Histogram(bounds: [0.5, 1])
    for value in [0.25, 0.75, 4] { histogram.record(value) }
    return [
      .counter("posts", "Posts.", [([("outcome", "stored"), ("endpoint", "chatts")], 3)]),
      .gauge("rows", "Rows.", 1.5),
      .gauge("nothing", "Nothing.", []),
      .histogram("time_seconds", "Times.", [([("loop", "1")], histogram)]),
    ]
  }

  private static func text(_ format: MetricFormat, _ metrics: [Metric]) -> String {
    String(decoding: format.text(metrics), as: UTF8.self)
  }

  @Test func writesThePrometheusFormat() {
    #expect(
      Self.text(.prometheus, Self.metrics) == """
        # HELP posts_total Posts.
        # TYPE posts_total counter
        posts_total{outcome="stored",endpoint="chatts"} 3
        # HELP rows Rows.
        # TYPE rows gauge
        rows 1.5
        # HELP time_seconds Times.
        # TYPE time_seconds histogram
        time_seconds_bucket{loop="1",le="0.5"} 1
        time_seconds_bucket{loop="1",le="1.0"} 2
        time_seconds_bucket{loop="1",le="+Inf"} 3
        time_seconds_sum{loop="1"} 5
        time_seconds_count{loop="1"} 3

        """)
  }

  @Test func writesOpenMetrics() {
    let text = Self.text(.openMetrics, Self.metrics)
    #expect(text.hasPrefix("# HELP posts Posts.\n# TYPE posts counter\nposts_total{"))
    #expect(text.hasSuffix("\n# EOF\n"))
  }

  @Test func escapesLabels() {
    let metric = Metric.counter("a", "A.", [([("b", "x\"y\\z\nw")], 1)])
    #expect(Self.text(.prometheus, [metric]).hasSuffix("a_total{b=\"x\\\"y\\\\z\\nw\"} 1\n"))
  }

  @Test func choosesTheFormatThatTheClientAsksFor() {
    #expect(
      MetricFormat(
        accept: "application/openmetrics-text;version=1.0.0;q=0.5,text/plain;q=0.3") == .openMetrics
    )
    #expect(MetricFormat(accept: "*/*") == .prometheus)
    #expect(MetricFormat(accept: "") == .prometheus)
  }
}
