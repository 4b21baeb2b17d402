/// Which statements a server connection keeps prepared, and under which names; bounded.
///
/// It only remembers: the connection prepares, and deallocates what is handed back.
struct StatementCache {
  struct Key: Hashable {
    let text: String
    let types: [PostgresType]

    /// Texts of one length are compared: hashing hundreds of bytes at each use takes longer.
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

  var count: Int { entries.count }

  /// The name under which a statement is prepared; it counts as a use.
  mutating func name(of key: Key) -> String? {
    uses += 1
    guard let index = entries.index(forKey: key) else { return nil }
    entries.values[index].lastUse = uses
    return entries.values[index].name
  }

  /// Makes room for one more and returns the name that is to be deallocated, if one is.
  mutating func makeRoom() -> String? {
    guard entries.count >= countMax,
      let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse })
    else { return nil }
    entries[oldest.key] = nil
    return oldest.value.name
  }

  /// A name that this connection has not used yet.
  mutating func newName() -> String {
    names += 1
    return "s\(names)"
  }

  /// Notes that a statement has been prepared.
  mutating func insert(_ key: Key, name: String) {
    uses += 1
    entries[key] = Entry(name: name, lastUse: uses)
  }

  /// Forgets a statement that the server does not know or cannot run any more.
  mutating func remove(_ key: Key) {
    entries[key] = nil
  }

  mutating func removeAll() {
    entries.removeAll()
  }
}
