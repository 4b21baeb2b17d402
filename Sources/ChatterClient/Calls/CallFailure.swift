/// Why a call failed, and what the server said besides its sentence.
struct CallFailure: Error, Equatable {
  let error: ClientError
  /// How long the server wants to be left alone (RFC 9110 section 10.2.3).
  let retryAfter: Duration?

  init(_ error: ClientError, retryAfter: Duration? = nil) {
    (self.error, self.retryAfter) = (error, retryAfter)
  }
}
