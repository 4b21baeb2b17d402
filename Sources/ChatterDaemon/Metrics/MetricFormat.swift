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

  func text(_ metrics: [Metric]) -> [UInt8] {
    let lines = metrics.filter { !$0.samples.isEmpty }.flatMap(lines)
    let end = self == .openMetrics ? ["# EOF"] : []
    return Array((lines + end).map { $0 + "\n" }.joined().utf8)
  }

  private func lines(of metric: Metric) -> [String] {
    let sampleName = metric.kind == .counter ? metric.name + "_total" : metric.name
    // OpenMetrics names the family of a counter without its suffix.
    let familyName = self == .openMetrics ? metric.name : sampleName
    var lines = [
      "# HELP \(familyName) \(metric.help)", "# TYPE \(familyName) \(metric.kind.rawValue)",
    ]
    for sample in metric.samples {
      switch sample.value {
      case .number(let number):
        lines.append(line(sampleName, sample.labels, Self.text(number)))
      case .histogram(let histogram):
        lines += self.lines(of: histogram, metric.name, sample.labels)
      }
    }
    return lines
  }

  private func lines(
    of histogram: Histogram, _ name: String, _ labels: [(name: String, value: String)]
  ) -> [String] {
    var count = 0
    let buckets = histogram.counts.enumerated().map { range, rangeCount in
      count += rangeCount
      // OpenMetrics requires a decimal point, with which both formats have the same texts.
      let bound = range < histogram.bounds.count ? "\(histogram.bounds[range])" : "+Inf"
      return line(name + "_bucket", labels + [("le", bound)], "\(count)")
    }
    return buckets + [
      line(name + "_sum", labels, Self.text(histogram.sum)),
      line(name + "_count", labels, "\(count)"),
    ]
  }

  private func line(
    _ name: String, _ labels: [(name: String, value: String)], _ value: String
  ) -> String {
    let list = labels.map { label in
      let value = label.value.replacing("\\", with: #"\\"#).replacing("\"", with: #"\""#)
      return "\(label.name)=\"\(value.replacing("\n", with: #"\n"#))\""
    }
    return name + (list.isEmpty ? "" : "{\(list.joined(separator: ","))}") + " " + value
  }

  private static func text(_ number: Double) -> String {
    Int(exactly: number).map(String.init) ?? "\(number)"
  }
}

/// A figure that `/metrics` shows: its name, its meaning and its values.
struct Metric: Sendable {
  enum Kind: String, Sendable {
    case counter, gauge, histogram
  }

  /// One value, with the labels that tell it from the others of the metric.
  struct Sample: Sendable {
    enum Value: Sendable {
      case number(Double)
      case histogram(Histogram)
    }

    let labels: [(name: String, value: String)]
    let value: Value
  }

  /// The name without the suffix `_total` of counters.
  let name: String
  let kind: Kind
  let help: String
  let samples: [Sample]

  static func counter(
    _ name: String, _ help: String, _ samples: [([(String, String)], Int)]
  ) -> Metric {
    Metric(
      name: name, kind: .counter, help: help,
      samples: samples.map { Sample(labels: $0.0, value: .number(Double($0.1))) })
  }

  /// A counter of several values, in the order of their labels so that two texts can be compared.
  static func counter<Key>(
    _ name: String, _ help: String, counts: [Key: Int], labels: (Key) -> [(String, String)]
  ) -> Metric {
    let samples = counts.map { (labels($0.key), $0.value) }
    return counter(
      name, help,
      samples.sorted { $0.0.map(\.1).lexicographicallyPrecedes($1.0.map(\.1)) })
  }

  static func counter(_ name: String, _ help: String, _ value: Double) -> Metric {
    Metric(
      name: name, kind: .counter, help: help, samples: [Sample(labels: [], value: .number(value))])
  }

  static func gauge(
    _ name: String, _ help: String, _ samples: [([(String, String)], Double)]
  ) -> Metric {
    Metric(
      name: name, kind: .gauge, help: help,
      samples: samples.map { Sample(labels: $0.0, value: .number($0.1)) })
  }

  static func gauge(_ name: String, _ help: String, _ value: Double) -> Metric {
    gauge(name, help, [([], value)])
  }

  static func gauge(_ name: String, _ help: String, _ value: Int) -> Metric {
    gauge(name, help, Double(value))
  }

  static func histogram(
    _ name: String, _ help: String, _ samples: [([(String, String)], Histogram)]
  ) -> Metric {
    Metric(
      name: name, kind: .histogram, help: help,
      samples: samples.map { Sample(labels: $0.0, value: .histogram($0.1)) })
  }
}
