/// The prepared statements of a server connection and their names; bounded.
struct StatementCache {
  struct Key: Hashable {
    let text: String
    let types: [PostgresType]

    /// Hashes only the lengths. Comparing texts of the same length is faster than hashing hundreds
    /// of bytes at each use.
    func hash(into hasher: inout Hasher) {
      hasher.combine(text.utf8.count)
      hasher.combine(types.count)
    }
  }

  private struct Entry {
    let name: String
    var lastUse: UInt64
  }

  let countMax: Int
  private var entries: [Key: Entry] = [:]
  private var uses: UInt64 = 0
  private var names: UInt64 = 0

  init(countMax: Int) {
    precondition(countMax > 0)
    self.countMax = countMax
  }

  /// Returns the name of a prepared statement and counts the call as a use; nil when it is not
  /// prepared.
  mutating func name(of key: Key) -> String? {
    uses += 1
    guard let index = entries.index(forKey: key) else { return nil }
    entries.values[index].lastUse = uses
    return entries.values[index].name
  }

  /// Removes the least recently used statement if the cache is full, and returns its name, which
  /// the caller must deallocate.
  mutating func evictIfFull() -> String? {
    guard entries.count >= countMax,
      let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse })
    else { return nil }
    entries[oldest.key] = nil
    return oldest.value.name
  }

  mutating func newName() -> String {
    names += 1
    return "s\(names)"
  }

  mutating func insert(_ key: Key, name: String) {
    uses += 1
    entries[key] = Entry(name: name, lastUse: uses)
  }

  /// Removes a statement that the server no longer has or can no longer run.
  mutating func remove(_ key: Key) {
    entries[key] = nil
  }
}
