/// What receives the bodies of the responses of one connection.
public protocol ResponseBody {
  /// Starts a new response.
  mutating func begin()
  mutating func receive(_ chunk: ArraySlice<UInt8>) throws(ResponseError)
  /// Checks the complete response.
  mutating func finish() throws(ResponseError)
}

extension BodyCheck: ResponseBody {}
