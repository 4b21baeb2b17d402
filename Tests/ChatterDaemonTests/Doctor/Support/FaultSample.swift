@testable import ChatterDaemon

/// Facts, made up or real, that have a certain fault.
struct FaultSample: Sendable, CustomStringConvertible {
  let kind: FaultKind
  let faults: [Fault]

  var description: String { kind.rawValue }

  /// Changes healthy facts, one change for each kind of fault.
  static func variants<Check>(
    of healthy: Check, _ changes: [(FaultKind, (inout Check) -> Void)],
    faults: (Check) -> [Fault]
  ) -> [FaultSample] {
    changes.map { kind, change in
      var check = healthy
      change(&check)
      return FaultSample(kind: kind, faults: faults(check))
    }
  }
}

extension Fault {
  /// Whether every name in braces was replaced.
  var isFilled: Bool { !problem.contains("{") && !cure.contains("{") }
}
