extension ArraySlice<ListRow> {
  /// Returns how many of the first rows fit into `bytesMax` bytes when joined.
  func count(within bytesMax: Int) -> Int {
    var bytesLeft = bytesMax
    var count = 0
    for row in self {
      bytesLeft -= row.prefix.count + 2
      guard bytesLeft >= 0 else { break }
      count += 1
    }
    return count
  }
}

extension [ListRow] {
  /// The rows, with only the last one of consecutive rows with the same sequence number.
  var withoutRepeats: [ListRow] {
    guard zip(self, dropFirst()).contains(where: { $0.sequence == $1.sequence }) else {
      return self
    }
    var rows: [ListRow] = []
    for row in self {
      if rows.last?.sequence == row.sequence { rows.removeLast() }
      rows.append(row)
    }
    return rows
  }
}

extension Array {
  /// Returns the index of the first element for which a condition holds, as for all later ones.
  func partitioningIndex(where holds: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = low + (high - low) / 2
      if holds(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
