/// Finds the name that was probably meant, by the optimal string alignment distance: insertions,
/// deletions, substitutions and swaps of neighbours count one each.
public enum NearestName {
  /// Maximum length of names that are compared, in bytes: nobody mistypes longer names, and the
  /// cost is quadratic.
  static let bytesMax = 64

  /// Returns the closest candidate, or nil if none is close enough for a hint.
  public static func nearest(to name: String, among candidates: [String]) -> String? {
    let given = Array(name.lowercased().utf8)
    guard !given.isEmpty, given.count <= bytesMax else { return nil }
    var best: (name: String, distance: Int)?
    for candidate in candidates {
      let other = Array(candidate.lowercased().utf8)
      let mistakesMax = max(1, min(3, max(given.count, other.count) / 3))
      guard let found = distance(given, other, atMost: mistakesMax) else { continue }
      if best.map({ found < $0.distance }) ?? true {
        best = (candidate, found)
      }
    }
    return best?.name ?? onlyCompletion(of: given, among: candidates)
  }

  /// Returns the number of typing mistakes between two names, or nil if it exceeds the limit.
  static func distance(_ one: [UInt8], _ other: [UInt8], atMost limit: Int) -> Int? {
    guard one.count <= bytesMax, other.count <= bytesMax else { return nil }
    guard abs(one.count - other.count) <= limit else { return nil }
    var beforePrevious: [Int] = []
    var previous = Array(0...other.count)
    for row in 0..<one.count {
      var current = [row + 1]
      for column in 0..<other.count {
        var cost = previous[column] + (one[row] == other[column] ? 0 : 1)
        cost = min(cost, previous[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, one[row] == other[column - 1], one[row - 1] == other[column] {
          cost = min(cost, beforePrevious[column - 1] + 1)
        }
        current.append(cost)
      }
      beforePrevious = previous
      previous = current
    }
    return previous[other.count] <= limit ? previous[other.count] : nil
  }

  private static func onlyCompletion(of given: [UInt8], among candidates: [String]) -> String? {
    guard given.count >= 3 else { return nil }
    let completions = candidates.filter { $0.lowercased().utf8.starts(with: given) }
    return completions.count == 1 ? completions[0] : nil
  }
}
