internal import EventLoop
internal import HTTP

/// A request over HTTP/1.1 and its response, until it is sent.
final class HTTP1Exchange {
  var record: AccessRecord
  let began: Deadline
  let body: HTTP1RequestBody?
  let tracking: TrackedResponse?
  /// The body of the response, if it is produced while it is sent.
  var stream: (any ResponseStream)?

  init(
    _ record: AccessRecord, began: Deadline, _ body: HTTP1RequestBody? = nil,
    _ tracking: TrackedResponse? = nil
  ) {
    (self.record, self.began, self.body, self.tracking) = (record, began, body, tracking)
  }
}
