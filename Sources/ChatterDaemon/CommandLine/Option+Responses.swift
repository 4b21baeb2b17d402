import Arguments
import Chatter

// Responses and the log; and the options of `chatterd cert` only.
extension Option {
  static let listShape = setting(
    "list-shape", .choice(["arrays", "wrapped"]), .value("arrays"),
    "Send lists as a bare array, or wrapped in an object: {\"chatts\": [...]}.")
  static let listOrder = setting(
    "list-order", .choice(["newest", "oldest", "by-url"]), .value("newest"),
    "Put the newest or the oldest chatt first; by-url puts the newest first in a list whose URL ends "
      + "with a slash, and the oldest first in another.")
  static let listIDs = setting(
    "list-ids", .choice(["on", "off"]), .value("on"),
    "Include the chatt's id in each row; off makes rows one element shorter.")
  static let listRowsMax = setting(
    "list-rows-max", .number(1...1_000_000_000), .words("all rows"),
    "Show only the newest rows, at most this many.")
  static let listMemoryMax = setting(
    "list-memory-max", .bytes(0...1_099_511_627_776), .value("256MiB"),
    "Maximum memory for lists: the newest rows and clips are cached, older ones are read from "
      + "the database while they are sent.")
  static let clipMetadata = setting(
    "clip-metadata", .choice(ClipMetadata.allCases.map(\.rawValue)), .value("strip-location"),
    "Overwrite what is not needed to play a clip with zeros before storing it, except for its "
      + "transcript. strip-all overwrites that, too; keep overwrites free space only.")
  static let corsOrigin = setting(
    "cors-origin", .origin, repeatable: true, .words("none"),
    "Let web pages of this origin read and post (CORS); null is the origin of local files.")
  static let hsts = setting(
    "hsts", .duration(.seconds(1) ... .seconds(63_072_000), orOff: true), .value("off"),
    "Send Strict-Transport-Security with this max-age.")
  static let web = setting(
    "web", .choice(["on", "off"]), .value("on"),
    "Serve the web front end at the root of the server's address.")

  static let logFormat = setting(
    "log-format", .choice(LogFormat.allCases.map(\.rawValue)), .value("text"),
    of: [.serve] + stored,
    "Write the log to standard error as text, or as one JSON object per line.")
  static let logLevel = setting(
    "log-level", .choice(LogLevel.allCases.map(\.rawValue)), .value("info"), of: [.serve] + stored,
    "Minimum severity to log. Requests are logged at info.")

  static let certName = Option(
    "name", .domainName, repeatable: true,
    .words("localhost, unless an address is given"), of: [.cert],
    "DNS name that the certificate is for.")
  static let certAddress = Option(
    "address", .ipAddress, repeatable: true,
    .words("all addresses of this machine, unless a name is given"), of: [.cert],
    "IP address that the certificate is for.")
  static let certKey = Option(
    "key", .choice(Cert.keyTypes.map(\.key)),
    .value("p256"), of: [.cert],
    "Type of key; P-256 signs 15 times faster than RSA 2048.")
  static let certDays = Option(
    "days", .number(1...825), .value("825"), of: [.cert],
    "Number of days that the certificate is valid; iOS rejects more than 825.")
  static let certOut = Option(
    "out", .directory, .words("the data directory"), of: [.cert],
    "Write the certificate, the authority and their keys to this directory.")
  static let certForce = Option(
    "force", .toggle, of: [.cert],
    "Overwrite an existing key and certificate; an authority that permits the names is kept.")
}
