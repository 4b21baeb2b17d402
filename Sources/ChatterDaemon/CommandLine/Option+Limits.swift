import Arguments
import Chatter
import ChatterServer
import ChatterStore

// Limits of requests, connections, disk space and time.
extension Option {
  static let waits = Duration.milliseconds(1)...Duration.seconds(86_400)

  static let connectionsMax = setting(
    "connections-max", .number(1...1_000_000), .value("10000"),
    "Maximum number of connections; further ones wait in the kernel's queue.")
  static let connectionsPerAddressMax = setting(
    "connections-per-address-max", .number(1...1_000_000), .value("1024"),
    "Maximum number of connections from one address, never more than --connections-max.")
  static let headBytesMax = setting(
    "head-bytes-max", .bytes(1024...1_048_576), .value("32KiB"),
    "Maximum size of a request head (431 beyond it), never more than --body-bytes-max.")
  static let bodyBytesMax = setting(
    "body-bytes-max", .bytes(1024...1_073_741_824), .value("32MiB"),
    "Maximum size of a request body (413 beyond it).")
  static let requestMemoryMax = setting(
    "request-memory-max", .bytes(1_048_576...1_099_511_627_776), .value("512MiB"),
    "Maximum memory for request bodies and HTTP/2 requests, an eighth of it for one address, and "
      + "never less than four times --body-bytes-max; beyond it, the slowest and largest bodies "
      + "get 503.")
  static let messageBytesMax = setting(
    "message-bytes-max", .bytes(1...16_777_216),
    .value(ByteCount.text(PostLimit.messageBytesMax)),
    "Maximum size of a message (422 beyond it), never more than --body-bytes-max.")
  static let rateLimit = setting(
    "rate-limit", .rate, .value("10"),
    "Maximum number of posts, deletions and searches per second from one address, and 128 KiB of "
      + "body per second for each of them (429 beyond it). Bursts of 20 seconds' worth pass. "
      + "Fractions are allowed; 0 means no limit.")
  static let proxyProtocolFrom = setting(
    "proxy-protocol-from", .addressPrefix, repeatable: true, .words("none"),
    "Expect a PROXY protocol header (version 1 or 2) on each connection from these addresses, and "
      + "take the client's address from it for limits and the log.")

  static let diskReserve = setting(
    "disk-reserve", .bytes(0...1_125_899_906_842_624),
    .words("5 % of the file system, from 32MiB to 512MiB"),
    of: [.serve, .backup, .restore, .verify, .export, .importChatts],
    "Refuse posts (507) that would leave less free disk space, and end backups, restores, exports "
      + "and imports that would; for the private cluster only.")
  static let timelineBytesMax = setting(
    "timeline-bytes-max", .bytes(1_048_576...1_125_899_906_842_624, orOff: true), .value("off"),
    "Limit the timeline to this size: its texts and clips, and 150 bytes for each chatt.")
  static let timelineFull = setting(
    "timeline-full", .choice(RetentionLimits.WhenFull.allCases.map(\.rawValue)),
    .value("delete-oldest"),
    "Delete the oldest chatts at --timeline-bytes-max, or refuse posts (507).")
  static let timelineAgeMax = setting(
    "timeline-age-max", .duration(.seconds(60) ... .seconds(315_360_000), orOff: true),
    .value("off"),
    "Delete chatts when they are this old.")

  static let handshakeTimeout = setting(
    "handshake-timeout", .duration(waits), .value("10s"),
    "Close a connection whose TLS handshake takes longer.")
  static let headTimeout = setting(
    "head-timeout", .duration(waits), .value("10s"),
    "Close a connection whose request head takes longer, from its first byte to its last.")
  static let bodyTimeout = setting(
    "body-timeout", .duration(waits), .value("2m"),
    "Close a connection whose request body stalls for this long, or is slower than 1 KiB per "
      + "second.")
  static let idleTimeout = setting(
    "idle-timeout", .duration(waits), .value("75s"),
    "Close an idle connection on which no request has begun for this long.")
  static let shutdownTimeout = setting(
    "shutdown-timeout", .duration(waits), .value("10s"),
    "Wait this long after SIGTERM or SIGINT for requests in flight to finish.")
}
