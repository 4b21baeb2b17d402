/// Finds the name that was probably meant by what was typed.
enum NearestName {
  /// Longer words are not compared: nobody mistypes so much, and the cost is quadratic.
  static let wordCountMax = 40

  /// The candidate with the fewest mistakes, when these are at most a third of the word; a beginning
  /// that only one candidate has counts too.
  static func nearest(to word: String, among candidates: [String]) -> String? {
    let typed = Array(word.lowercased())
    guard !typed.isEmpty, typed.count <= wordCountMax else { return nil }
    let scored = candidates.map { (name: $0, mistakes: mistakes(typed, Array($0))) }
    if let best = scored.min(by: { $0.mistakes < $1.mistakes }),
      best.mistakes <= max(1, max(typed.count, best.name.count) / 3)
    {
      return best.name
    }
    let longer = candidates.filter { $0.hasPrefix(word.lowercased()) }
    return longer.count == 1 ? longer[0] : nil
  }

  /// Insertions, deletions, substitutions and swaps of neighbours that make one word of the other
  /// (optimal string alignment).
  static func mistakes(_ one: [Character], _ other: [Character]) -> Int {
    var table = Array(
      repeating: Array(repeating: 0, count: other.count + 1), count: one.count + 1)
    for row in 0...one.count {
      for column in 0...other.count {
        guard row > 0, column > 0 else {
          table[row][column] = row + column
          continue
        }
        let isSame = one[row - 1] == other[column - 1]
        var least = min(
          table[row - 1][column] + 1, table[row][column - 1] + 1,
          table[row - 1][column - 1] + (isSame ? 0 : 1))
        if row > 1, column > 1, one[row - 1] == other[column - 2], one[row - 2] == other[column - 1]
        {
          least = min(least, table[row - 2][column - 2] + 1)
        }
        table[row][column] = least
      }
    }
    return table[one.count][other.count]
  }
}
