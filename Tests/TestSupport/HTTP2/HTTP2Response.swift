/// The response that a peer has received on one stream.
public struct HTTP2Response: Sendable, Equatable {
  public var status: Int?
  /// The interim statuses before the final one.
  public var informational: [Int] = []
  public var fields: [String: String] = [:]
  public var body: [UInt8] = []
  /// Whether the server has ended it.
  public var isEnded = false
  /// The error code with which the stream closed; nil while it is open.
  public var closeCode: UInt32?

  public init() {}

  public var text: String { String(decoding: body, as: UTF8.self) }
}
