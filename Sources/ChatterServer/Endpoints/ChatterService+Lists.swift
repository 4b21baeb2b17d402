internal import Chatter
internal import HTTP

/// The endpoints getchatts and getaudio.
extension ChatterService {
  func getChatts(_ request: Request) async throws -> Response {
    settings.storage.touch()
    return try await lists.response(to: request, for: .getChatts)
  }

  func getAudio(_ request: Request) async throws -> Response {
    settings.storage.touch()
    return try await lists.response(to: request, for: .getAudio)
  }
}
