/// The maximum memory of a server with certain options, as a sum of terms.
///
/// Each term is an option or a constant multiplied by the memory per unit. The sum covers the
/// memory that clients can cause. It excludes PostgreSQL, which runs in other processes, and socket
/// buffers, which belong to the kernel. No sum or product overflows with options in their ranges.
struct MemoryBound: Sendable {
  /// One term of the sum.
  struct Term: Sendable, Equatable {
    /// The use of the memory.
    let purpose: String
    /// The formula in terms of the options.
    let formula: String
    let bytes: Int
  }

  let terms: [Term]

  /// The sum of the terms.
  var bytes: Int { terms.reduce(0) { $0 + $1.bytes } }
}
