/// The numbers of chatts in the plain front end: those of the list printed last, followed by those
/// of the chatts that have arrived since. A number never changes its chatt.
struct PlainNumbers {
  private var ids: [String] = []

  /// Numbers the chatts of a list by their positions.
  mutating func read(_ rows: [TimelineRow]) { ids = rows.map(\.id) }

  /// Adds a new chatt, and returns its number.
  mutating func add(_ row: TimelineRow) -> Int {
    ids.append(row.id)
    return ids.count
  }

  func id(of number: Int) -> String? { ids.indices.contains(number - 1) ? ids[number - 1] : nil }
}
