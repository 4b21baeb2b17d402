/// The requests to send, their server, and their duration or number.
public struct Load: Sendable {
  /// The duration, or the number of requests.
  public enum Extent: Sendable, Equatable {
    /// After a warm-up, requests that end within this number of nanoseconds count.
    case time(warmUp: UInt64, counted: UInt64)
    /// A total number of requests, each of which counts.
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
  public var getExpectation = BodyCheck.Expectation.list
  /// The positions of the bytes that a GET asks for (RFC 9110 section 14.2); nil for all of them.
  public var range: ClosedRange<Int>?
  public var postPath = "/"
  public var postBody: [UInt8] = []
  public var postExpectation = BodyCheck.Expectation.bytes(Array("{}".utf8))
  /// Whether each request has its own connection with a full handshake.
  public var reconnects = false
  /// The number of concurrent streams on each HTTP/2 connection; nil for HTTP/1.1.
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

  /// The status of the response to a GET.
  var getStatus: Int { range == nil ? 200 : 206 }

  /// The GET of HTTP/1.1 as bytes.
  var getRequest: [UInt8] {
    var fields = wantsGzip ? "Accept-Encoding: gzip\r\n" : ""
    if let range { fields += "Range: bytes=\(range.lowerBound)-\(range.upperBound)\r\n" }
    return Array("GET \(getPath) HTTP/1.1\r\nHost: \(authority)\r\n\(fields)\r\n".utf8)
  }
}
