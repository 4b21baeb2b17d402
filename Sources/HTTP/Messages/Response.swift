/// What the app answers; framing (`Content-Length`, `Connection`, `Date`) is added by the protocol
/// that sends it.
public struct Response {
  public var status: Status
  public var fields: HeaderFields
  public var body: ResponseBody

  public init(_ status: Status, fields: HeaderFields = [:], body: ResponseBody = .none) {
    self.status = status
    self.fields = fields
    self.body = body
  }
}
