/// What a peer has got on one stream.
public struct HTTP2Answer: Sendable, Equatable {
  public var status: Int?
  /// Statuses before the final one.
  public var informational: [Int] = []
  public var fields: [String: String] = [:]
  public var trailers: [String: String] = [:]
  public var body: [UInt8] = []
  /// Did the server end it?
  public var isEnded = false
  /// The code with which the stream closed, when it has.
  public var closeCode: UInt32?

  public init() {}

  public var text: String { String(decoding: body, as: UTF8.self) }
}
