import CommandLine
import HTTP
import WebServer

extension MemoryBound {
  /// Memory costs in resident bytes of a release build on 64-bit Linux, rounded up.
  enum Cost {
    /// Code and libraries, the tables of addresses and recent posts, and the memory that malloc
    /// retains.
    static let program = 96 << 20
    /// A loop: its thread, the arena of its allocator and its copies of OpenSSL's tables.
    static let loop = 16 << 20
    /// A connection: TLS, the protocol state, 128 KiB of output, and the 64 KiB of requests on
    /// HTTP/2 streams that are not counted.
    static let connection = 292 << 10
    /// A database session and the rows that it has read.
    static let session = 1 << 20
    /// The rows read by one poll of the lists, and twice the number of bytes at which a poll stops.
    static let poll = (2_048 * row) + (2 << 20)
    /// The minimum for lists in transit, however low --list-memory-max is.
    static let listsInTransit = 16 << 20
    /// A row without its texts.
    static let row = 1 << 10
    /// The divisor of the sum that gives malloc's overhead: rounding, and blocks that cannot be
    /// returned yet.
    static let slackDivisor = 4
  }

  init(_ configuration: Configuration) {
    var terms = Self.program(configuration) + Self.requests(configuration)
    terms += Self.lists(configuration)
    let sum = terms.reduce(0) { Self.sum($0, $1.bytes) }
    terms.append(
      Term("allocator overhead", "a quarter of the above", sum / Cost.slackDivisor))
    self.terms = terms
  }

  private static func program(_ configuration: Configuration) -> [Term] {
    let sessions = configuration.databaseConnections.total
    return [
      Term(
        "the program and its loops", "96 MiB + 16 MiB x --loops \(configuration.loops)",
        sum(Cost.program, product(Cost.loop, configuration.loops))),
      Term(
        "database sessions",
        "1 MiB x \(sessions) sessions, from --database-connections and --loops",
        product(Cost.session, sessions)),
    ]
  }

  private static func requests(_ configuration: Configuration) -> [Term] {
    let limits = configuration.limits
    let server = ServerLimits(configuration)
    let connections = "--connections-max \(limits.connectionsMax)"
    let head = "--head-bytes-max \(ByteCount.text(limits.headBytesMax))"
    return [
      Term(
        "connections", "(292 KiB + 2 x \(head)) x \(connections)",
        product(sum(Cost.connection, product(2, limits.headBytesMax)), limits.connectionsMax)),
      Term(
        "request bodies (received, decoded, stored) and HTTP/2 requests",
        "2.75 x --request-memory-max \(ByteCount.text(server.requestMemoryMax))",
        product(11, server.requestMemoryMax / 4)),
    ]
  }

  private static func lists(_ configuration: Configuration) -> [Term] {
    let limits = configuration.limits
    return [
      Term(
        "lists, their encoded forms, and old versions still being sent",
        "--list-memory-max \(ByteCount.text(limits.listMemoryMax)) + 16 MiB",
        sum(limits.listMemoryMax, Cost.listsInTransit)),
      Term(
        "rows read by a poll",
        "(4 MiB + 2 x --message-bytes-max \(ByteCount.text(limits.messageBytesMax))) x --loops "
          + "\(configuration.loops)",
        product(sum(Cost.poll, product(2, limits.messageBytesMax)), configuration.loops)),
    ]
  }
}
