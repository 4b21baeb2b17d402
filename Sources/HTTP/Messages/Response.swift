/// What the app answers; framing (`Content-Length`, `Connection`, `Date`) is added by the protocol
/// that sends it.
public struct Response {
  public var status: Status
  public var fields: HeaderFields
  public var body: ResponseBody
  /// Is called once, by whoever sends the response: true when the peer has acknowledged all of it,
  /// false when the connection broke, or the peer closed it, before that.
  public var onDelivery: (@Sendable (_ isDelivered: Bool) -> Void)?
  /// The connection that sends the response gives it up when this is revoked; nil for a response
  /// that holds nothing to speak of.
  public var lease: (any ResponseLease)?

  public init(
    _ status: Status, fields: HeaderFields = [:], body: ResponseBody = .none,
    onDelivery: (@Sendable (_ isDelivered: Bool) -> Void)? = nil
  ) {
    self.status = status
    self.fields = fields
    self.body = body
    self.onDelivery = onDelivery
  }
}
