import Arguments
import ChatterWeb
import Crypto
import System

/// A link that signs the holder of a token in: `https://HOST/#token=TOKEN`. Browsers never send the
/// fragment to a server.
struct Invitation: Sendable, Equatable {
  /// Nil if no address for other devices is known.
  let link: String?

  /// Creates the invitation to the front end at a URL.
  init(to address: String?, token: String) {
    link = address.map { "\($0)#token=\(token.percentEncoded())" }
  }

  /// Returns the URL of the front end: that of `--public-url`, or that of the certificate, as
  /// `chatterd cert qr` chooses it; nil if other devices cannot reach it.
  static func address(
    _ values: OptionValues, _ environment: LaunchEnvironment
  ) throws(CommandError) -> String? {
    if let web = try values.optional(.publicURL, WebAddress.init(publicURL:)) { return web.url }
    let listen = try values.list(.listen) { ListenAddress($0) }
    // Without a certificate, the server has not started yet, or it is on another machine.
    guard let files = try? Cert.files(values, environment, needsKey: false),
      let certificate = try? Certificate.first(inFile: files.certificate)
    else { return nil }
    let web = WebAddress(
      certificateHosts: certificate.names + certificate.addresses, listen: listen)
    return web.isForOthers ? web.url : nil
  }

  /// Returns what follows the token on standard error; only a terminal shows the QR code.
  func lines(isTerminal: Bool) -> [String] {
    guard let link else {
      return [
        "chatterd: no address for other devices is known, so there is no invitation link: give "
          + "--public-url URL, or create a certificate with a name or an address of this machine"
      ]
    }
    let code = isTerminal ? QRCode(link)?.coloredTerminalLines ?? [] : []
    return ["chatterd: this link signs in, so give it to its user only:", link] + code
  }
}
