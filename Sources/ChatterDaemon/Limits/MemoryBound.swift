import Arguments
import ChatterServer
import ChatterStore
import HTTP
import WebServer

/// The maximum memory of a server with certain options, as a sum of terms.
///
/// Each term is an option or a constant multiplied by the memory per unit. The sum covers the
/// memory that clients can cause. It excludes PostgreSQL, which runs in other processes, and socket
/// buffers, which belong to the kernel. No sum or product overflows with options in their ranges.
struct MemoryBound: Sendable {
  struct Term: Sendable, Equatable {
    let purpose: String
    let formula: String
    let bytes: Int
  }

  /// Memory costs in resident bytes of a release build on 64-bit Linux, rounded up.
  enum Cost {
    /// Code and libraries, the tables of addresses and recent posts, and the memory that
    /// malloc retains.
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
        purpose: "pages, chatts and clips that were read last",
        formula: "\(ByteCount.text(RecentReads.bytesMax))", bytes: RecentReads.bytesMax),
      Term(
        purpose: "rows read by a poll",
        formula: "(4 MiB + 2 x --message-bytes-max \(ByteCount.text(messageBytesMax))) x --loops "
          + "\(loops)\(twice)",
        bytes: (Cost.poll + 2 * messageBytesMax) * loops * orders),
    ]
    if configuration.externalChecks.webhook != nil {
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

extension MemoryBound {
  /// Returns the terms of a server's memory bound with a configuration, and their sum.
  static func help(_ configuration: Configuration) -> String {
    let bound = MemoryBound(configuration)
    var lines = [
      "Maximum memory of chatterd serve with these options, whatever clients send:", "",
    ]
    for term in bound.terms {
      lines.append(padded(ByteCount.rounded(term.bytes)) + "  " + term.purpose)
      lines += CommandTable.wrapped(term.formula, indent: columnWidth + 2)
    }
    lines += ["", padded(ByteCount.rounded(bound.bytes)) + "  \(bound.bytes) bytes in total"]
    for paragraph in [explanation, others(configuration), disk(configuration)] {
      lines += [""] + CommandTable.wrapped(paragraph)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func disk(_ configuration: Configuration) -> String {
    guard configuration.database.choice.connectionString == nil else {
      return "Disk: the database is on another server; --timeline-bytes-max limits its chatts."
    }
    let reserve = configuration.diskReserveBytes.map { " \(ByteCount.text($0))" } ?? ""
    let start = "Disk: posts stop when less than --disk-reserve\(reserve) would be free. "
    guard let bytes = configuration.retention.bytesMax else {
      return start + "Until then the private cluster grows; --timeline-bytes-max limits it."
    }
    let most = clusterBytes(timeline: bytes)
    return start
      + "The private cluster takes at most about \(ByteCount.rounded(most)): 1.125 x "
      + "--timeline-bytes-max \(ByteCount.text(bytes)) and \(ByteCount.rounded(clusterBytes)) of "
      + "write-ahead log, system tables and ballast file, plus what is posted in one second."
  }

  /// Returns the maximum size of the private cluster with a limit of the timeline, saturating.
  static func clusterBytes(timeline bytes: Int) -> Int {
    let (most, overflows) = (9 * (bytes / 8)).addingReportingOverflow(clusterBytes)
    return overflows ? .max : most
  }

  /// PostgreSQL's `max_wal_size`, its own tables, and the largest ballast file.
  private static let clusterBytes = (512 + 64 + 64) << 20

  private static let columnWidth = 9

  private static let explanation = """
    Add options of serve after "help limits" to see their effect. The environment and the file \
    that --config names apply as they do to serve.
    """

  private static func others(_ configuration: Configuration) -> String {
    let server = configuration.server
    return
      "PostgreSQL's memory is additional: about 10 MiB for each session, and its shared buffers. "
      + "So are the kernel's socket buffers: connections whose clients do not read hold at most "
      + "\(ByteCount.text(server.unsentBytesMax)) there, "
      + "\(ByteCount.text(server.unsentBytesPerAddressMax)) for one address."
  }

  private static func padded(_ text: String) -> String {
    String(repeating: " ", count: max(0, columnWidth - text.count)) + text
  }
}

extension ByteCount {
  /// Returns the approximate size in the largest unit with a value of at least one: `1.5 GiB`.
  static func rounded(_ bytes: Int) -> String {
    let units = [("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)]
    guard let (name, size) = units.first(where: { bytes >= $0.1 }) else { return "\(bytes) B" }
    let tenths = bytes / (size / 10)
    return tenths < 100 ? "\(tenths / 10).\(tenths % 10) \(name)" : "\(bytes / size) \(name)"
  }
}
