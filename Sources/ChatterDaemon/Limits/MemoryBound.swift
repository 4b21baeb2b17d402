import ChatterServer
import CommandLine
import HTTP
import WebServer

/// The maximum memory of a server with certain options, as a sum of terms.
///
/// Each term is an option or a constant multiplied by the memory per unit. The sum covers the
/// memory that clients can cause. It excludes PostgreSQL, which runs in other processes, and socket
/// buffers, which belong to the kernel. No sum or product overflows with options in their ranges.
struct MemoryBound: Sendable {
  /// One term of the sum.
  struct Term: Sendable, Equatable {
    /// The use of the memory.
    let purpose: String
    /// The formula in terms of the options.
    let formula: String
    let bytes: Int
  }

  /// Memory costs in resident bytes of a release build on 64-bit Linux, rounded up.
  enum Cost {
    /// Code and libraries, the tables of addresses and recent posts, compressed bodies, and the
    /// memory that malloc retains.
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
    /// A request to the webhook: TLS, its response, and a post without its message, in which
    /// escapes take six bytes for one.
    static let webhookRequest = 128 << 10
    /// A row without its texts.
    static let row = 1 << 10
    /// The divisor of the sum that gives malloc's overhead: rounding, and blocks that cannot be
    /// returned yet.
    static let slackDivisor = 4
  }

  let terms: [Term]

  /// The sum of the terms.
  var bytes: Int { terms.reduce(0) { $0 + $1.bytes } }

  init(_ configuration: Configuration) {
    let (loops, server) = (configuration.loops, configuration.server)
    let sessions = configuration.databaseConnections.total
    let headBytesMax = server.request.headBytesMax
    let messageBytesMax = configuration.service.messageBytesMax
    // The lists of each order have readers and polls of their own.
    let orders = configuration.listOrderIsByURL ? 2 : 1
    let twice = configuration.listOrderIsByURL ? " x 2, for --list-order by-url" : ""
    var costs = [
      Term(
        purpose: "the program and its loops", formula: "96 MiB + 16 MiB x --loops \(loops)",
        bytes: Cost.program + Cost.loop * loops),
      Term(
        purpose: "database sessions",
        formula: "1 MiB x \(sessions) sessions, from --database-connections and --loops",
        bytes: Cost.session * sessions),
      Term(
        purpose: "connections",
        formula: "(292 KiB + 2 x --head-bytes-max \(ByteCount.text(headBytesMax))) x "
          + "--connections-max \(server.connectionsMax)",
        bytes: (Cost.connection + 2 * headBytesMax) * server.connectionsMax),
      Term(
        purpose: "request bodies (received, decoded, stored) and HTTP/2 requests",
        formula: "2.75 x --request-memory-max \(ByteCount.text(server.requestMemoryMax))",
        bytes: 11 * (server.requestMemoryMax / 4)),
      Term(
        purpose: "lists, their encoded forms, and old versions still being sent",
        formula: "--list-memory-max \(ByteCount.text(configuration.listMemoryMax)) + "
          + "16 MiB\(twice)",
        bytes: configuration.listMemoryMax + Cost.listsInTransit * orders),
      Term(
        purpose: "rows read by a poll",
        formula: "(4 MiB + 2 x --message-bytes-max \(ByteCount.text(messageBytesMax))) x --loops "
          + "\(loops)\(twice)",
        bytes: (Cost.poll + 2 * messageBytesMax) * loops * orders),
    ]
    if configuration.outside.webhook != nil {
      let count = PostWebhook.concurrentMax
      costs.append(
        Term(
          purpose: "requests to the webhook",
          formula:
            "(128 KiB + 6 x --message-bytes-max \(ByteCount.text(messageBytesMax))) x \(count)",
          bytes: (Cost.webhookRequest + 6 * messageBytesMax) * count))
    }
    let sum = costs.reduce(0) { $0 + $1.bytes }
    let overhead = Term(
      purpose: "allocator overhead", formula: "a quarter of the above",
      bytes: sum / Cost.slackDivisor)
    terms = costs + [overhead]
  }
}
