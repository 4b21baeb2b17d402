import HTTP

/// A stream without bytes.
final class EmptyStream: ResponseStream, Sendable {
  func next() async throws -> ArraySlice<UInt8>? { nil }
}

/// Returns a response whose body is a stream.
func streamed(_ length: Int?) -> Response {
  Response(.ok, body: .stream(length: length, EmptyStream()))
}
