public import HTTP

/// Provides the responses to getchatts and getaudio.
public protocol ListSource {
  func chatts(for request: Request) async throws -> Response
  func audio(for request: Request) async throws -> Response

  /// Updates the cached lists.
  func refresh() async

  /// Throws the reason why this server cannot serve requests: its lists are not loaded, or the
  /// database is unavailable or lacks a migration.
  func checkReadiness() async throws
}
