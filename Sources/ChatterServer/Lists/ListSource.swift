public import HTTP

/// Where the answers of getchatts and getaudio come from.
public protocol ListSource: Sendable {
  func chatts(for request: Request) async throws -> Response
  func audio(for request: Request) async throws -> Response

  /// Brings what is kept ready up to date.
  func refresh() async
}

extension ListSource {
  public func refresh() async {}
}
