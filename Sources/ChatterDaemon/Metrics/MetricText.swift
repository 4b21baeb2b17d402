import HTTP
import System

/// Figures in the text format of Prometheus (0.0.4), which other collectors read too.
struct MetricText {
  typealias Labels = [(name: String, value: String)]

  static let contentType: FieldValue = "text/plain; version=0.0.4; charset=utf-8"

  private(set) var text = ""

  /// Adds a counter, whose name gets the suffix `_total`.
  mutating func counter(
    _ name: String, _ help: String, samples: [(Labels, some CustomStringConvertible)]
  ) {
    guard !samples.isEmpty else { return }
    begin("\(name)_total", "counter", help)
    for (labels, value) in samples { line("\(name)_total", labels, value) }
  }

  /// Adds a counter of several values, in the order of their labels so that texts can be compared.
  mutating func counter(
    _ name: String, _ help: String, by labels: [String], _ counts: [ServerMetrics.Labels: Int]
  ) {
    let sorted = counts.sorted { $0.key.lexicographicallyPrecedes($1.key) }
    counter(
      name, help,
      samples: sorted.map { key, count in
        (zip(labels, key).map { (name: $0, value: $1) }, count)
      })
  }

  mutating func counter(_ name: String, _ help: String, _ value: some CustomStringConvertible) {
    counter(name, help, samples: [([], value)])
  }

  mutating func gauge(
    _ name: String, _ help: String, samples: [(Labels, some CustomStringConvertible)]
  ) {
    begin(name, "gauge", help)
    for (labels, value) in samples { line(name, labels, value) }
  }

  mutating func gauge(_ name: String, _ help: String, _ value: some CustomStringConvertible) {
    gauge(name, help, samples: [([], value)])
  }

  mutating func histogram(_ name: String, _ help: String, samples: [(Labels, Histogram)]) {
    guard !samples.isEmpty else { return }
    begin(name, "histogram", help)
    for (labels, histogram) in samples {
      var count = 0
      for (range, rangeCount) in histogram.counts.enumerated() {
        count += rangeCount
        let bound = range < histogram.bounds.count ? "\(histogram.bounds[range])" : "+Inf"
        line("\(name)_bucket", labels + [("le", bound)], count)
      }
      line("\(name)_sum", labels, histogram.sum)
      line("\(name)_count", labels, count)
    }
  }

  private mutating func begin(_ name: String, _ kind: String, _ help: String) {
    text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind)\n"
  }

  private mutating func line(
    _ name: String, _ labels: Labels, _ value: some CustomStringConvertible
  ) {
    let list = labels.map { label in
      let value = label.value.replacing("\\", with: #"\\"#).replacing("\"", with: #"\""#)
      return "\(label.name)=\"\(value.replacing("\n", with: #"\n"#))\""
    }
    text += name + (list.isEmpty ? "" : "{\(list.joined(separator: ","))}") + " \(value)\n"
  }
}
