public import HTTP

/// Where the answers of getchatts and getaudio come from.
public protocol ListSource: Sendable {
  func chatts(for request: Request) async throws -> Response
  func audio(for request: Request) async throws -> Response
}
