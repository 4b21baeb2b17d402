/// Decides which lines about requests are in the log: those of an address that sends very many are
/// counted instead, so that a log does not grow faster than what it describes.
struct RequestLines {
  /// Maximum number of lines of one address in a second.
  static let linesMax = 1_000
  /// Maximum number of addresses with lines of their own in a second. Others share theirs.
  static let addressesMax = 4_096

  private var second: Int64 = 0
  private var counts: [String: Int] = [:]

  /// Counts a line. Returns whether it is written, and how many of each address were not in the
  /// last second that had any.
  mutating func add(
    of address: String, at second: Int64
  ) -> (isWritten: Bool, left: [(address: String, count: Int)]) {
    var left: [(String, Int)] = []
    if second != self.second {
      left = counts.filter { $0.value > Self.linesMax }.map { ($0.key, $0.value - Self.linesMax) }
      counts.removeAll(keepingCapacity: true)
      self.second = second
    }
    let isKnown = counts[address] != nil || counts.count < Self.addressesMax
    let count = counts[isKnown ? address : "others", default: 0] + 1
    counts[isKnown ? address : "others"] = count
    return (count <= Self.linesMax, left)
  }
}
