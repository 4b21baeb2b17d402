/// The error of a failed call, with the retry delay that the server requests.
struct CallFailure: Error, Equatable {
  let error: ClientError
  /// The delay that the server requests before the next attempt (RFC 9110 section 10.2.3).
  let retryAfter: Duration?

  init(_ error: ClientError, retryAfter: Duration? = nil) {
    (self.error, self.retryAfter) = (error, retryAfter)
  }
}
