public import HTTP

/// Where the responses of getchatts and getaudio come from.
public protocol ListSource: Sendable {
  func chatts(for request: Request) async throws -> Response
  func audio(for request: Request) async throws -> Response

  /// Brings what is kept in memory up to date.
  func refresh() async

  /// Throws why this server cannot serve now: its lists are not loaded, or the database is away or
  /// lacks a migration.
  func checkReadiness() async throws
}
