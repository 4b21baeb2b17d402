import Chatter
import Sockets

/// The options of the log.
struct LogOptions: Sendable, Equatable {
  let format: LogFormat
  let level: LogLevel
}

/// The checked options of `chatterd serve`.
struct Configuration: Sendable, Equatable {
  /// The limits of requests and connections. A head and a message are never longer than a body, and
  /// the limit for one address never exceeds the limit for all connections.
  struct Limits: Sendable, Equatable {
    let connectionsMax: Int
    let connectionsPerAddressMax: Int
    let headBytesMax: Int
    let bodyBytesMax: Int
    /// Maximum memory of all request bodies together.
    let requestMemoryMax: Int
    let messageBytesMax: Int
    /// Maximum memory of the rows and clips that lists hold.
    let listMemoryMax: Int
    /// Maximum number of rows in a list, the newest ones; nil for all.
    let listRowsMax: Int?
    /// Maximum number of posts per second from one address; nil for no limit.
    let postsPerSecondMax: Double?
  }

  /// The timeouts of connections and of the shutdown.
  struct Timeouts: Sendable, Equatable {
    let handshake: Duration
    let head: Duration
    let body: Duration
    let idle: Duration
    let shutdown: Duration
  }

  /// The listen addresses, at least one.
  let listen: [ListenAddress]
  let loops: Int
  /// The absolute path; nil if there is no home directory and nothing needs the data directory.
  let dataDirectory: String?
  let certificate: CertificatePaths
  let database: DatabaseOptions
  let databaseConnectionsMax: Int
  let limits: Limits
  let storage: StorageOptions
  let timeouts: Timeouts
  let lists: ListProfile
  /// The metadata to erase from clips.
  let clipMetadata: ClipMetadata
  let corsOrigins: [WebOrigin]
  /// The peers whose connections begin with a PROXY header.
  let proxies: [AddressPrefix]
  /// The max-age of Strict-Transport-Security; nil omits the header.
  let hstsMaxAge: Duration?
  let log: LogOptions
  /// Warnings about suspicious parts of the environment that were ignored.
  let warnings: [String]
}
