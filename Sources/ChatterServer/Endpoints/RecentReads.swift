internal import Chatter
internal import ChatterStore
internal import HTTP
internal import System

/// What was read last from the database, for all loops: pages and chatts, which hold as long as the
/// table has the same contents, slices of clips, and compressed bodies.
public final class RecentReads: Sendable {
  /// Maximum size of all of them in bytes.
  public static let bytesMax = 48 << 20

  /// By the texts of their queries.
  let pages = RecentValues<String, TaggedBody>(bytesMax: bytesMax / 6)
  let chatts = RecentValues<ChattID, StoredChatt>(bytesMax: bytesMax / 12)
  let slices = RecentValues<ClipStream.Slice, [UInt8]>(bytesMax: bytesMax * 2 / 3)
  /// The bodies by their tags.
  let compressed = RecentValues<String, [UInt8]>(bytesMax: bytesMax / 12)

  public init() {}
}

/// Values of limited size together, each of a version. Those that were used last are kept.
final class RecentValues<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  /// What an entry costs besides its value, in bytes.
  private static var entryBytes: Int { 256 }

  private struct Entry {
    let value: Value
    let version: UInt64
    let byteCount: Int
  }

  /// Two generations: when the newer one has half of the size, it takes the place of the older one.
  private struct State {
    var newer: [Key: Entry] = [:]
    var older: [Key: Entry] = [:]
    /// Of the newer ones.
    var byteCount = 0

    mutating func keep(_ entry: Entry, for key: Key, bytesMax: Int) {
      guard entry.byteCount <= bytesMax / 2 else { return }
      if let former = newer.removeValue(forKey: key) { byteCount -= former.byteCount }
      if byteCount + entry.byteCount > bytesMax / 2 { (older, newer, byteCount) = (newer, [:], 0) }
      newer[key] = entry
      byteCount += entry.byteCount
    }
  }

  private let bytesMax: Int
  private let state = Lock(State())

  init(bytesMax: Int) { self.bytesMax = bytesMax }

  /// Whether there is a value of any version.
  func has(_ key: Key) -> Bool {
    state.withLock { $0.newer[key] != nil || $0.older[key] != nil }
  }

  /// Returns the value of a version; nil without it.
  func value(for key: Key, at version: UInt64 = 0) -> Value? {
    state.withLock { state in
      if let entry = state.newer[key] { return entry.version == version ? entry.value : nil }
      guard let entry = state.older.removeValue(forKey: key), entry.version == version else {
        return nil
      }
      state.keep(entry, for: key, bytesMax: bytesMax)
      return entry.value
    }
  }

  /// Keeps a value of some bytes, in place of that of another version.
  func keep(_ value: Value, for key: Key, at version: UInt64 = 0, byteCount: Int) {
    let entry = Entry(value: value, version: version, byteCount: byteCount + Self.entryBytes)
    state.withLock { $0.keep(entry, for: key, bytesMax: bytesMax) }
  }
}

extension ChatterService {
  /// Returns a chatt, as it was read before if the table has not changed since; throws a problem if
  /// there is none.
  func chatt(_ id: ChattID, for client: String) async throws -> StoredChatt {
    let version = try await lists.contentVersion()
    if let version, let chatt = settings.recent.chatts.value(for: id, at: version) { return chatt }
    guard let chatt = try await chatts.chatt(id, for: client) else { throw Problem.chattNotFound }
    if let version {
      let byteCount = chatt.username.utf8.count + (chatt.message?.utf8.count ?? 0)
      settings.recent.chatts.keep(chatt, for: id, at: version, byteCount: byteCount)
    }
    return chatt
  }
}
