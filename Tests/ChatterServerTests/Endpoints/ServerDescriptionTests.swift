import Testing

@testable import ChatterServer

struct ServerDescriptionTests {
  @Test func hasVersionLimitsAndFeatures() {
    var settings = ChatterService.Settings()
    (settings.version, settings.bodyBytesMax, settings.messageBytesMax) = ("1.2 \"x\"", 1000, 100)
    let json = String(decoding: ServerDescription(settings: settings).json, as: UTF8.self)
    #expect(
      json == #"""
        {"name":"chatterd","version":"1.2 \"x\"","limits":{"bodyBytesMax":1000,\#
        "messageBytesMax":100,"usernameCharactersMax":255,"pageChattsMax":200},\#
        "postingNeedsToken":false,"readingNeedsToken":false,"you":null,\#
        "features":["pages","search","deletion","ranges","multipart","events"]}
        """#)
  }

  @Test func namesTheHolderOfAToken() {
    var description = ServerDescription(settings: ChatterService.Settings())
    description.username = #"an"n"#
    let json = String(decoding: description.json, as: UTF8.self)
    #expect(json.contains(#""readingNeedsToken":false,"you":{"username":"an\"n"},"features":["#))
  }
}
