/// The memory that a server with certain options takes at most, as a sum of terms.
///
/// Each term is a product of an option or a constant and what one of it holds. The sum counts what
/// clients can cause; PostgreSQL and the kernel's socket buffers are other processes' and the
/// kernel's memory.
struct MemoryBound: Sendable {
  /// One summand.
  struct Term: Sendable, Equatable {
    /// What the memory holds.
    let purpose: String
    /// How it follows from the options.
    let formula: String
    let bytes: Int

    init(_ purpose: String, _ formula: String, _ bytes: Int) {
      (self.purpose, self.formula, self.bytes) = (purpose, formula, bytes)
    }
  }

  let terms: [Term]

  /// The sum of the terms, `Int.max` where it overflows.
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
