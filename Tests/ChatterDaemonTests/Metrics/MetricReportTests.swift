import ChatterServer
import EventLoop
import Testing

@testable import ChatterDaemon

struct MetricReportTests {
  private static var figures: ServerFigures {
    var figures = ServerFigures()
    figures.version = "1"
    figures.loops = [Histogram(bounds: Histogram.tickSeconds)]
    figures.disk = .init(freeBytes: 5, reserveBytes: 4)
    return figures
  }

  @Test func hasNamesAsPrometheusRecommends() {
    let metrics = MetricReport.metrics(.init(), Self.figures)
    #expect(Set(metrics.map(\.name)).count == metrics.count)
    for metric in metrics {
      #expect(metric.name.hasPrefix("chatterd_") || metric.name.hasPrefix("process_"))
      #expect(!metric.name.hasSuffix("_total") && metric.help.hasSuffix("."))
      #expect(metric.name.utf8.allSatisfy { $0 == 0x5F || (0x61...0x7A).contains($0) })
    }
  }

  @Test func sortsSamplesSoThatTextsCanBeCompared() throws {
    var counts = ServerMetrics.State()
    for (status, version) in [(500, "HTTP/2"), (200, "HTTP/2"), (200, "HTTP/1.1")] {
      counts.requests[.init(endpoint: .chatts, status: status, version: version)] = 1
    }
    let metric = try #require(
      MetricReport.metrics(counts, Self.figures).first { $0.name == "chatterd_requests" })
    #expect(
      metric.samples.map { $0.labels.map(\.value).joined(separator: " ") }
        == ["chatts 200 HTTP/1.1", "chatts 200 HTTP/2", "chatts 500 HTTP/2"])
  }

  @Test func reportsTheWrongPasswordsOfOperators() throws {
    var counts = ServerMetrics.State()
    counts.wrongPasswords = 3
    let text = MetricFormat.prometheus.text(MetricReport.metrics(counts, Self.figures))
    #expect(
      String(decoding: text, as: UTF8.self).contains("\nchatterd_admin_wrong_passwords_total 3\n"))
  }

  @Test func leavesOutTheDiskOfAnotherDatabase() {
    var figures = Self.figures
    #expect(Self.names(figures).contains("chatterd_disk_free_bytes"))
    figures.disk?.freeBytes = nil
    #expect(!Self.names(figures).contains("chatterd_disk_free_bytes"))
    figures.disk = nil
    #expect(!Self.names(figures).contains("chatterd_disk_reserve_bytes"))
  }

  private static func names(_ figures: ServerFigures) -> [String] {
    MetricReport.metrics(.init(), figures).map(\.name)
  }
}
