/// The maximum memory of a server with certain options, as a sum of terms.
///
/// Each term is an option or a constant multiplied by the memory per unit. The sum covers the
/// memory that clients can cause. It excludes PostgreSQL, which runs in other processes, and socket
/// buffers, which belong to the kernel.
struct MemoryBound: Sendable {
  /// One term of the sum.
  struct Term: Sendable, Equatable {
    /// The use of the memory.
    let purpose: String
    /// The formula in terms of the options.
    let formula: String
    let bytes: Int

    init(_ purpose: String, _ formula: String, _ bytes: Int) {
      (self.purpose, self.formula, self.bytes) = (purpose, formula, bytes)
    }
  }

  let terms: [Term]

  /// The sum of the terms; `Int.max` if it overflows.
  var bytes: Int { terms.reduce(0) { Self.sum($0, $1.bytes) } }

  static func sum(_ one: Int, _ other: Int) -> Int {
    let (sum, overflow) = one.addingReportingOverflow(other)
    return overflow ? .max : sum
  }

  static func product(_ factors: Int...) -> Int {
    factors.reduce(1) { product, factor in
      let (next, overflow) = product.multipliedReportingOverflow(by: factor)
      return overflow ? .max : next
    }
  }
}
