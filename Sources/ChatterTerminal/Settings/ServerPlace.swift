import ChatterClient

struct ServerPlace: Equatable, Sendable {
  var url: String
  var trust: Trust = .system
  /// The token that is sent; nil without one.
  var token: AccessToken?

  /// Returns the URL of a server as the client normalises it, without trailing slashes; `https://`
  /// may be omitted. The URL fits on a line of the settings file.
  static func url(_ text: String) throws(ServerURLError) -> String {
    // libcurl would skip a third slash, and accept other characters in names.
    guard text.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value < 0x7F }),
      !text.contains(":///")
    else { throw .malformed(text) }
    return try Server(url: text).url
  }

  /// Returns the SHA-256 of a key in 64 hexadecimal digits or in base64; nil for any other text.
  static func pin(_ text: String) -> String? {
    let isHex = text.utf8.count == 64 && text.allSatisfy { $0.isHexDigit && $0.isASCII }
    let isBase64 =
      text.utf8.count == 44 && text.hasSuffix("=")
      && text.dropLast().allSatisfy {
        $0.isASCII && ($0.isLetter || $0.isNumber || "+/".contains($0))
      }
    return isHex || isBase64 ? text : nil
  }

  /// The host and the port, for a title.
  var authority: String {
    String(url.drop { $0 != ":" }.dropFirst(3).prefix { $0 != "/" })
  }

  /// Returns the server for the client; fails if the file to trust has no PEM certificate.
  func server() throws(ExitError) -> Server {
    if case .file(let path) = trust { try Self.requireCertificate(in: path) }
    do throws(ServerURLError) {
      return try Server(url: url, trust: trust, token: token)
    } catch {
      throw ExitError("\(error)", .configuration)
    }
  }

  /// The first lines of certificates in PEM (RFC 7468 section 5.1), also two older ones.
  private static let prefixes = ["", "X509 ", "TRUSTED "].map {
    Array("-----BEGIN \($0)CERTIFICATE-----".utf8)
  }

  private static let certificatesBytesMax = 4 * 1024 * 1024

  private static func requireCertificate(in path: String) throws(ExitError) {
    let bytes = try Files.input(path, bytesMax: certificatesBytesMax)
    let lines = bytes.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
    guard lines.contains(where: { line in prefixes.contains { line.starts(with: $0) } }) else {
      throw ExitError(
        "\(path): no PEM certificate (-----BEGIN CERTIFICATE-----) in this file", .data)
    }
  }
}
