import Sockets

/// The listening TCP sockets of this machine, from `/proc/net/tcp` and `/proc/net/tcp6` (proc(5)).
struct ListeningSockets: Sendable, Equatable {
  /// One listening socket.
  struct Entry: Sendable, Equatable {
    let address: SocketAddress
    let inode: UInt64
  }

  let entries: [Entry]

  /// Parses one of the files; lines of another form are left out.
  init(_ text: String) {
    entries = text.split(separator: "\n").compactMap { line in
      let fields = line.split(separator: " ")
      // 0A is TCP_LISTEN.
      guard fields.count >= 10, fields[3] == "0A", let inode = UInt64(fields[9]),
        let address = Self.address(fields[1])
      else { return nil }
      return Entry(address: address, inode: inode)
    }
  }

  init(entries: [Entry]) { self.entries = entries }

  /// Returns the sockets that take the place of a listener at an address.
  func taking(_ address: SocketAddress) -> [Entry] {
    entries.filter { entry in
      guard entry.address.port == address.port, address.port != 0 else { return false }
      if entry.address.host == address.host { return true }
      return Self.covers(entry.address, address) || Self.covers(address, entry.address)
    }
  }

  /// Whether a socket for all addresses includes another address: `::` includes IPv4 too.
  private static func covers(_ all: SocketAddress, _ one: SocketAddress) -> Bool {
    guard all.isUnspecified else { return false }
    if case .v4 = all.host, case .v6 = one.host { return false }
    return true
  }

  /// Parses `0100007F:20FB`: words of 32 bits in the order of this machine, little-endian.
  private static func address(_ text: Substring) -> SocketAddress? {
    let parts = text.split(separator: ":")
    guard parts.count == 2, let port = UInt16(parts[1], radix: 16) else { return nil }
    switch parts[0].utf8.count {
    case 8:
      guard let word = UInt32(parts[0], radix: 16) else { return nil }
      return SocketAddress(.v4(word.byteSwapped), port: port)
    case 32:
      var bits: UInt128 = 0
      var rest = parts[0]
      while !rest.isEmpty {
        guard let word = UInt32(rest.prefix(8), radix: 16) else { return nil }
        bits = bits << 32 | UInt128(word.byteSwapped)
        rest = rest.dropFirst(8)
      }
      // An IPv4 address in IPv6 (RFC 4291 section 2.5.5.2).
      if bits >> 32 == 0xFFFF {
        return SocketAddress(.v4(UInt32(truncatingIfNeeded: bits)), port: port)
      }
      return SocketAddress(.v6(IPv6Bits(bits), scope: 0), port: port)
    default: return nil
    }
  }

  /// Reads both files.
  static func ofThisMachine() -> ListeningSockets {
    let texts = ["/proc/net/tcp", "/proc/net/tcp6"].compactMap { Machine.text(of: $0) }
    return ListeningSockets(entries: texts.flatMap { ListeningSockets($0).entries })
  }
}

/// A process of this machine.
struct ProcessName: Sendable, Hashable, CustomStringConvertible {
  let process: Int32
  let name: String

  var description: String { "\(name) (process \(process))" }
  var isChatterd: Bool { name == "chatterd" }

  /// Returns the processes that have a socket open, as far as this user may see them.
  static func owning(sockets inodes: Set<UInt64>) -> [ProcessName] {
    guard !inodes.isEmpty else { return [] }
    let links = Set(inodes.map { "socket:[\($0)]" })
    return Machine.names(in: "/proc").compactMap { Int32($0) }.sorted().filter { process in
      let directory = "/proc/\(process)/fd"
      return Machine.names(in: directory).contains { name in
        Machine.link("\(directory)/\(name)").map(links.contains) ?? false
      }
    }.map { ProcessName(process: $0, name: name(of: $0) ?? "unknown") }
  }

  private static func name(of process: Int32) -> String? {
    Machine.text(of: "/proc/\(process)/comm").map { String($0.prefix { $0 != "\n" }) }
  }
}
