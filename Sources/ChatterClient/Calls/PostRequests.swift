internal import Chatter

/// The requests that post a chatt under a key: over `/v1` or, if the server does not have it, by a
/// lab call.
struct PostRequests {
  /// The request over `/v1`; nil if it is not wanted, or the server does not have it.
  private(set) var v1: TransportRequest?
  private(set) var lab: TransportRequest

  init(_ chatt: NewChatt, on server: Server, key: PostKey, usesV1: Bool) {
    let body = chatt.encoded()
    lab = TransportRequest(chatt.call, on: server, body: body, key: key)
    if usesV1 { v1 = TransportRequest(.post, on: server, body: body, key: key) }
  }

  /// Whether the transport must not retry the requests on its own.
  var isSentOnce: Bool {
    get { lab.isSentOnce }
    set {
      lab.isSentOnce = newValue
      v1?.isSentOnce = newValue
    }
  }

  /// Continues with a lab call.
  ///
  /// A post over `/v1` has the key of one by postaudio. If an earlier attempt was stored by a
  /// server with `/v1`, another server on the same database recognises the repeat.
  mutating func leaveV1(wasPresent: Bool) {
    guard let request = v1 else { return }
    if wasPresent {
      let isSentOnce = lab.isSentOnce
      lab = TransportRequest(.postAudio, on: request.server, body: request.body, key: request.key)
      lab.isSentOnce = isSentOnce
    }
    v1 = nil
  }
}
