/// What the app answers; framing (`Content-Length`, `Connection`, `Date`) is added by the protocol
/// that sends it.
public struct Response {
  public var status: Status
  public var fields: HeaderFields
  public var body: ResponseBody
  /// The connection that sends the response gives it up when this is revoked; nil for a response
  /// that holds nothing to speak of.
  public var lease: (any ResponseLease)?
  /// What the connection notifies when it has sent the response; nil for most responses.
  public var tracking: TrackedResponse?

  public init(
    _ status: Status, fields: HeaderFields = [:], body: ResponseBody = .none,
    tracking: TrackedResponse? = nil
  ) {
    self.status = status
    self.fields = fields
    self.body = body
    self.tracking = tracking
  }
}
