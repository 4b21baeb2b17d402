import ChatterWeb

/// The address of the web front end for other devices, and what a terminal shows of it.
struct WebAddress: Sendable, Equatable {
  let url: String

  /// Creates the address for the first host of a certificate that other machines can reach.
  init(certificateHosts hosts: [String], port: UInt16) {
    let reachable = hosts.first { !Self.isLoopback($0) && !$0.hasPrefix("*.") }
    let host = ListenAddress.bracketed(reachable ?? "localhost")
    url = port == 443 ? "https://\(host)/" : "https://\(host):\(port)/"
  }

  /// The address as a QR code; no lines if it does not fit into one.
  var codeLines: [String] { QRCode(url)?.terminalLines ?? [] }

  private static func isLoopback(_ host: String) -> Bool {
    host == "localhost" || host == "::1" || host.hasPrefix("127.")
  }
}
