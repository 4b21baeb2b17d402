internal import Chatter
internal import HTTP

extension Endpoint {
  static let getChatts = list(.getChatts)
  static let getAudio = list(.getAudio)

  private static func list(_ call: Call) -> Endpoint {
    Endpoint(
      call,
      .get { service, request in
        service.settings.storage.touch()
        return try await service.lists.response(to: request, for: call)
      })
  }
}
