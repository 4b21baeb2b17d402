import LoadGeneration

/// The command line.
struct Options {
  enum Failure: Error, CustomStringConvertible {
    case unknown(String)
    case noValue(String)
    case badValue(String, String)
    case unreadable(String)

    var description: String {
      switch self {
      case .unknown(let name): "there is no option \(name)"
      case .noValue(let name): "\(name) needs a value"
      case .badValue(let name, let value): "\(name) cannot be \(value)"
      case .unreadable(let path): "cannot read \(path)"
      }
    }
  }

  static let usage = """
    usage: load-generator --port PORT --certificate FILE [OPTION…]
      --connections N  --loops N   connections, and the threads that they are spread over
      --seconds S  --warm-up S     time that counts, and time before it
      --requests N                 total number of requests, instead of --seconds
      --get PATH --expect FILE     GET, whose body must equal the file
      --range FIRST-LAST           GET these bytes of the file, by their positions
      --gzip                       accept gzip, and require a gzip member with that body
      --get PATH --expect-list     GET, whose body must be a list with the connection's last chatt
      --post PATH --content FILE   POST, with ~~~~~~~~~~~~~~~~ replaced by a unique token
      --mixed                      one POST to nine GETs
      --reconnect                  a new connection, with a full handshake, for each request
      --streams M                  HTTP/2, with M requests at once on each connection
      --fan-out --get PATH --post PATH --content FILE --posts N --interval S
                                   open streams of events, report that, post after a byte of input,
                                   report when each stream had each post, and hold them until the
                                   input ends
      --idle                       open the connections, report that, and hold them until the input ends
    """

  var load = Load()
  var isIdle = false
  /// The number of posts to streams of events, and the seconds between them; nil for none.
  var fanOut: (posts: Int, interval: Double)? {
    isFanOut ? (posts, interval) : nil
  }
  private var isFanOut = false
  private var posts = 20
  private var interval = 0.5
  private var expectedFile: String?
  private var wantsGzip = false
  private var seconds = 1.0
  private var warmUp = 0.0

  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    while let name = rest.popFirst() {
      switch name {
      case "--expect-list": load.getExpectation = .list
      case "--gzip": wantsGzip = true
      case "--mixed": load.kind = .mixed
      case "--reconnect": load.reconnects = true
      case "--idle": isIdle = true
      case "--fan-out": isFanOut = true
      default:
        guard let value = rest.popFirst() else { throw Failure.noValue(name) }
        try set(name, value)
      }
    }
    if isFanOut, load.postBody.isEmpty { throw Failure.noValue("--content") }
    if case .time = load.extent {
      load.extent = .time(warmUp: UInt64(warmUp * 1e9), counted: UInt64(seconds * 1e9))
    }
    if let expectedFile {
      var expected = try InputFile.bytes(of: expectedFile)
      if let range = load.range {
        guard load.kind == .get, load.streams == nil, !wantsGzip, range.upperBound < expected.count
        else { throw Failure.badValue("--range", "\(range.lowerBound)-\(range.upperBound)") }
        expected = Array(expected[range])
      }
      load.getExpectation = wantsGzip ? .gzip(expected) : .bytes(expected)
    }
  }

  private mutating func set(_ name: String, _ value: String) throws {
    switch name {
    case "--port": load.port = try number(name, value, 1...65_535)
    case "--certificate": load.certificate = value
    case "--connections": load.connections = try number(name, value, 1...100_000)
    case "--loops": load.loops = try number(name, value, 1...64)
    case "--seconds": seconds = try duration(name, value)
    case "--warm-up": warmUp = try duration(name, value)
    case "--requests": load.extent = .requests(try number(name, value, 1...UInt64(1 << 40)))
    case "--get": load.getPath = value
    case "--expect": expectedFile = value
    case "--range": load.range = try range(name, value)
    case "--post":
      load.postPath = value
      if load.kind == .get { load.kind = .post }
    case "--content":
      load.postBody = try InputFile.bytes(of: value)
      guard RequestTemplate(path: "/", authority: "", body: load.postBody) != nil else {
        throw Failure.badValue(name, "a file without a placeholder")
      }
    case "--posts": posts = try number(name, value, 1...1000)
    case "--interval": interval = try duration(name, value)
    case "--streams": load.streams = try number(name, value, 1...1000)
    default: throw Failure.unknown(name)
    }
  }

  private func number<Number: FixedWidthInteger>(
    _ name: String, _ value: String, _ range: ClosedRange<Number>
  ) throws -> Number {
    guard let number = Number(value), range.contains(number) else {
      throw Failure.badValue(name, value)
    }
    return number
  }

  private func range(_ name: String, _ value: String) throws -> ClosedRange<Int> {
    let ends = value.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
    guard ends.count == 2, let first = ends[0], let last = ends[1], first <= last else {
      throw Failure.badValue(name, value)
    }
    return first...last
  }

  private func duration(_ name: String, _ value: String) throws -> Double {
    guard let seconds = Double(value), (0...3600).contains(seconds) else {
      throw Failure.badValue(name, value)
    }
    return seconds
  }
}
