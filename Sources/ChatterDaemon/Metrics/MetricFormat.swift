import EventLoop
import HTTP

/// The two text formats of `/metrics`.
enum MetricFormat: Sendable {
  /// Prometheus text format 0.0.4.
  case prometheus
  /// OpenMetrics 1.0.
  case openMetrics

  /// The format that a client asks for; Prometheus names the one it prefers first.
  init(accept: some StringProtocol) {
    self = accept.contains("application/openmetrics-text") ? .openMetrics : .prometheus
  }

  var contentType: FieldValue {
    switch self {
    case .prometheus: "text/plain; version=0.0.4; charset=utf-8"
    case .openMetrics: "application/openmetrics-text; version=1.0.0; charset=utf-8"
    }
  }

  /// Returns the text of the metrics.
  func text(_ metrics: [Metric]) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(32 << 10)
    for metric in metrics where !metric.samples.isEmpty { append(metric, to: &text) }
    if self == .openMetrics { text += "# EOF\n".utf8 }
    return text
  }

  private func append(_ metric: Metric, to text: inout [UInt8]) {
    let sampleName = metric.kind == .counter ? metric.name + "_total" : metric.name
    // OpenMetrics names the family of a counter without its suffix.
    let familyName = self == .openMetrics ? metric.name : sampleName
    text += "# HELP \(familyName) ".utf8
    Self.append(escaped: metric.help, to: &text)
    text += "\n# TYPE \(familyName) \(metric.kind.rawValue)\n".utf8
    for sample in metric.samples {
      switch sample.value {
      case .number(let number):
        append(sampleName, sample.labels, Self.text(number), to: &text)
      case .histogram(let histogram):
        append(histogram, of: metric.name, sample.labels, to: &text)
      }
    }
  }

  private func append(
    _ histogram: Histogram, of name: String, _ labels: [(name: String, value: String)],
    to text: inout [UInt8]
  ) {
    var count = 0
    for (range, rangeCount) in histogram.counts.enumerated() {
      count += rangeCount
      let bound = range < histogram.bounds.count ? Self.bound(histogram.bounds[range]) : "+Inf"
      append(name + "_bucket", labels + [("le", bound)], "\(count)", to: &text)
    }
    append(name + "_sum", labels, Self.text(histogram.sum), to: &text)
    append(name + "_count", labels, "\(count)", to: &text)
  }

  private func append(
    _ name: String, _ labels: [(name: String, value: String)], _ value: String,
    to text: inout [UInt8]
  ) {
    text += name.utf8
    if !labels.isEmpty {
      text.append(UInt8(ascii: "{"))
      for (number, label) in labels.enumerated() {
        if number > 0 { text.append(UInt8(ascii: ",")) }
        text += label.name.utf8
        text += "=\"".utf8
        Self.append(escaped: label.value, to: &text)
        text.append(UInt8(ascii: "\""))
      }
      text.append(UInt8(ascii: "}"))
    }
    text.append(UInt8(ascii: " "))
    text += value.utf8
    text.append(UInt8(ascii: "\n"))
  }

  /// Escapes what both formats escape in labels; a help text has none of it.
  private static func append(escaped value: String, to text: inout [UInt8]) {
    for byte in value.utf8 {
      switch byte {
      case UInt8(ascii: "\\"), UInt8(ascii: "\""): text += [UInt8(ascii: "\\"), byte]
      case UInt8(ascii: "\n"): text += "\\n".utf8
      default: text.append(byte)
      }
    }
  }

  /// Bounds are the same texts in both formats: OpenMetrics requires a decimal point.
  private static func bound(_ value: Double) -> String { "\(value)" }

  private static func text(_ number: Double) -> String {
    Int(exactly: number).map(String.init) ?? "\(number)"
  }
}
