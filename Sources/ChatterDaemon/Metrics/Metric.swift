import EventLoop

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
