package import Chatter
package import Postgres
internal import System

/// Identifies a state of a list: the sum of the tags of its rows.
///
/// The tag of a row mixes its id, which is random, with the transaction that last wrote it and with
/// its data, which reveals changes made by hand while the triggers were disabled. Therefore every
/// server on the database computes the same sum, in whatever order it reads the rows.
package struct ListTag: Equatable, Sendable {
  package static let empty = ListTag(high: 0, low: 0)

  private var high: UInt64
  private var low: UInt64
}

extension ListTag {
  /// The tag of one row, from the parts of a `ListRow`.
  package init(
    id: ChattID, transaction: PostgresTransactionID, prefix: [UInt8], clipBytes: Int?
  ) {
    let version = Self.mixed(
      transaction.number ^ Self.mixed(Self.digest(prefix) ^ UInt64(clipBytes.map { $0 + 1 } ?? 0)))
    high = Self.mixed(Self.mixed(id.high ^ version) ^ id.low)
    low = Self.mixed(Self.mixed(id.low &+ Self.mixed(~version)) &+ id.high)
  }

  /// The tag of a sequence number, and of the transaction that changed its row.
  package init(place: Int64, transaction: UInt64 = 0) {
    let place = Self.mixed(UInt64(bitPattern: place) ^ 0x6F6C_6465_7220_726F)
    high = Self.mixed(place ^ Self.mixed(transaction))
    low = Self.mixed(place &+ Self.mixed(~transaction))
  }

  package init(text: String) {
    let digest = Self.digest(Array(text.utf8))
    high = Self.mixed(digest)
    low = Self.mixed(Self.digest(Array(text.utf8.reversed())) ^ Self.mixed(~digest))
  }

  /// Returns a 64-bit hash, computed from eight bytes at a time.
  private static func digest(_ bytes: [UInt8]) -> UInt64 {
    var digest: UInt64 = 0xCBF2_9CE4_8422_2325
    func add(_ word: UInt64) {
      digest = (digest ^ word) &* 0x9E37_79B9_7F4A_7C15
      digest ^= digest >> 32
    }
    let bytes = bytes.span
    var place = 0
    while place + 8 <= bytes.count {
      let block = bytes.extracting(place..<place + 8)
      add((0..<8).reduce(0) { $0 | UInt64(block[$1]) << UInt64(8 * $1) })
      place += 8
    }
    while place < bytes.count {
      add(UInt64(bytes[place]))
      place += 1
    }
    return digest
  }

  package static func + (left: ListTag, right: ListTag) -> ListTag {
    ListTag(high: left.high &+ right.high, low: left.low &+ right.low)
  }

  package static func - (left: ListTag, right: ListTag) -> ListTag {
    ListTag(high: left.high &- right.high, low: left.low &- right.low)
  }

  /// The finalizer of splitmix64: each bit of the input affects half of the output bits.
  private static func mixed(_ number: UInt64) -> UInt64 {
    var mixed = number &+ 0x9E37_79B9_7F4A_7C15
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }

  /// The tag as 32 hexadecimal digits.
  package var text: String {
    high.hexadecimal() + low.hexadecimal()
  }
}
