import ChatterServer
import CommandLine
import WebServer

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

  /// Returns the explanation of what limits the disk space of the private cluster.
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

  /// Returns the explanation of the memory used by other processes and the kernel, beyond the sum.
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
