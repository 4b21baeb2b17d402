import ChatterClient
import Program

extension ServerPlace {
  /// Returns the server for the client.
  func server() throws(ExitError) -> Server {
    let trusted: Trust =
      switch trust {
      case .system: .system
      case .file(let path): .file(path)
      case .pin(let pin): .pinnedKey(pin)
      }
    if case .file(let path) = trust { try Self.requireCertificate(in: path) }
    do throws(ServerURLError) {
      return try Server(url: url, trust: trusted)
    } catch {
      throw ExitError("\(error)", .configuration)
    }
  }

  /// The first lines of certificates in PEM (RFC 7468 section 5.1), and two older ones that OpenSSL
  /// reads.
  private static let prefixes = ["", "X509 ", "TRUSTED "].map {
    Array("-----BEGIN \($0)CERTIFICATE-----".utf8)
  }

  private static let certificatesBytesMax = 4 * 1024 * 1024

  /// Fails if a file cannot be read, or has no PEM certificate.
  private static func requireCertificate(in path: String) throws(ExitError) {
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try Files.read(path, bytesMax: certificatesBytesMax)
    } catch {
      throw ExitError(path, error)
    }
    let lines = bytes.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
    guard lines.contains(where: { line in prefixes.contains { line.starts(with: $0) } }) else {
      throw ExitError(
        "\(path): no PEM certificate (-----BEGIN CERTIFICATE-----) in this file", .data)
    }
  }
}
