/// What is to be asked, of whom, and for how long.
public struct Load: Sendable {
  /// How long, or how often.
  public enum Extent: Sendable, Equatable {
    /// After a warm-up, everything that ends within so many nanoseconds counts.
    case time(warmUp: UInt64, counted: UInt64)
    /// So many requests in all, every one of which counts.
    case requests(UInt64)
  }

  public enum Kind: Sendable, Equatable {
    /// GET alone.
    case get
    /// POST alone.
    case post
    /// One request of ten is a POST, at random; the others are GETs.
    case mixed
  }

  public var port: UInt16 = 0
  /// The PEM file of the certificate that the server must show.
  public var certificate = ""
  public var connections = 1
  public var loops = 1
  public var extent = Extent.time(warmUp: 0, counted: 1_000_000_000)
  public var kind = Kind.get
  public var getPath = "/"
  public var getExpectation = ContentCheck.Expectation.list
  public var postPath = "/"
  public var postContent: [UInt8] = []
  public var postExpectation = ContentCheck.Expectation.bytes(Array("{}".utf8))
  /// Whether each request has a connection, and a full handshake, of its own.
  public var reconnects = false
  /// Streams at once on each HTTP/2 connection; nil is HTTP/1.1.
  public var streams: Int?

  public init() {}

  /// The server's name, as its certificate has it.
  static let host = "127.0.0.1"

  var authority: String { "\(Self.host):\(port)" }

  /// Whether a GET accepts, and must get, gzip.
  var wantsGzip: Bool {
    if case .gzip = getExpectation { return true }
    return false
  }

  /// The GET of HTTP/1.1 as bytes.
  var getRequest: [UInt8] {
    let coding = wantsGzip ? "Accept-Encoding: gzip\r\n" : ""
    return Array("GET \(getPath) HTTP/1.1\r\nHost: \(authority)\r\n\(coding)\r\n".utf8)
  }
}
