/// The texts of the page `/trust` in one language, in HTML.
struct TrustTexts: Sendable {
  /// How a platform comes to trust an authority.
  struct Steps: Sendable {
    let name: String
    let list: [String]
    /// What else there is to know.
    let notes: [String]
  }

  let language: TrustLanguage
  /// The name of the language.
  let name: String
  let title: String
  let nothingToDo: String
  let madeItself: String
  /// What it means to trust an authority that can sign only for this server.
  let authority: String
  /// What it means to trust an authority that can sign for any site.
  let freeAuthority: String
  let selfSigned: String
  let compare: String
  let yourDevice: String
  let otherDevices: String
  let afterwards: String
  let onAPhone: String
  let camera: String
  let code: String
  let noAddress: String
  let toTheMessages: String
  let steps: @Sendable (TrustPlatform) -> Steps

  /// Returns a link that downloads the certificate.
  static func file(_ text: String) -> String {
    "<a href=\"/trust/authority.crt\" download=\"chatterd-ca.crt\">\(text)</a>"
  }
}
