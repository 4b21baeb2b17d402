import Chatter
import Sockets

/// Everything that `chatterd serve` is told, checked.
struct Configuration: Sendable, Equatable {
  /// What requests and connections may take. Relations: a head and a message are never longer
  /// than a body, and one address never has more connections than all.
  struct Limits: Sendable, Equatable {
    let connectionsMax: Int
    let connectionsPerAddressMax: Int
    let headBytesMax: Int
    let bodyBytesMax: Int
    /// Of all request bodies together.
    let requestMemoryMax: Int
    let messageBytesMax: Int
    /// Of rows and clips that lists hold in memory.
    let listMemoryMax: Int
    /// Of a list, the newest; nil for all.
    let listRowsMax: Int?
    /// Posts a second from one address; nil is no limit.
    let postsPerSecondMax: Double?
  }

  /// How long things may take.
  struct Timeouts: Sendable, Equatable {
    let handshake: Duration
    let head: Duration
    let body: Duration
    let idle: Duration
    let shutdown: Duration
  }

  /// At least one.
  let listen: [ListenAddress]
  let loops: Int
  /// Absolute; nil when there is no home and nothing needs the directory.
  let dataDirectory: String?
  let certificate: CertificateFiles
  let database: DatabaseOptions
  let databaseConnectionsMax: Int
  let limits: Limits
  let storage: StorageOptions
  let timeouts: Timeouts
  let lists: ListProfile
  /// What is erased from clips.
  let clipMetadata: ClipMetadata
  let corsOrigins: [WebOrigin]
  /// The peers whose connections begin with a PROXY header.
  let proxies: [AddressPrefix]
  /// The max-age of Strict-Transport-Security; nil sends none.
  let hstsMaxAge: Duration?
  let log: LogOptions
  /// What looked odd in the surroundings and was ignored.
  let warnings: [String]
}
