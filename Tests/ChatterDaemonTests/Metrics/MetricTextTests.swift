import System
import Testing

@testable import ChatterDaemon

struct MetricTextTests {
  @Test func hasTheFormatOfPrometheus() {
    var histogram = Histogram(bounds: [0.5, 1])
    for value in [0.25, 0.75, 4] { histogram.record(value) }
    var metrics = MetricText()
    metrics.counter(
      "posts", "Posts.", samples: [([("outcome", "stored"), ("endpoint", "chatts")], 3)])
    metrics.gauge("rows", "Rows.", 1.5)
    metrics.counter("nothing", "Nothing.", by: ["name"], [:])
    metrics.histogram("time_seconds", "Times.", samples: [([("loop", "1")], histogram)])
    #expect(
      metrics.text == """
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
        time_seconds_sum{loop="1"} 5.0
        time_seconds_count{loop="1"} 3

        """)
  }

  @Test func sortsSamplesSoThatTextsCanBeCompared() {
    var metrics = MetricText()
    metrics.counter(
      "a", "A.", by: ["status", "protocol"],
      [["500", "HTTP/2"]: 1, ["200", "HTTP/2"]: 2, ["200", "HTTP/1.1"]: 3])
    let lines = [
      #"a_total{status="200",protocol="HTTP/1.1"} 3"#,
      #"a_total{status="200",protocol="HTTP/2"} 2"#,
      #"a_total{status="500",protocol="HTTP/2"} 1"#,
    ]
    #expect(metrics.text.hasSuffix(lines.joined(separator: "\n") + "\n"))
  }

  @Test func escapesLabels() {
    var metrics = MetricText()
    metrics.counter("a", "A.", samples: [([("b", "x\"y\\z\nw")], 1)])
    #expect(metrics.text.hasSuffix("a_total{b=\"x\\\"y\\\\z\\nw\"} 1\n"))
  }
}
