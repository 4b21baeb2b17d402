import ChatterWeb

/// The address of the web front end for other devices, and what a terminal shows of it.
struct WebAddress: Sendable, Equatable {
  let url: String

  /// Creates the address for the first host of a certificate that other machines can reach, if the
  /// server listens for them.
  init(certificateHosts hosts: [String], listen: [ListenAddress] = []) {
    let isLocal = !listen.isEmpty && listen.allSatisfy { Self.isLoopback($0.host) }
    let reachable = hosts.first { !isLocal && !Self.isLoopback($0) && !$0.hasPrefix("*.") }
    let host = ListenAddress.bracketed(reachable ?? "localhost")
    let port = listen.first?.port ?? ListenAddress.portByDefault
    url = port == 443 ? "https://\(host)/" : "https://\(host):\(port)/"
  }

  /// The address as a QR code; no lines if it does not fit into one.
  var codeLines: [String] { QRCode(url)?.terminalLines ?? [] }

  private static func isLoopback(_ host: String) -> Bool {
    host == "localhost" || host == "::1" || host.hasPrefix("127.")
  }
}
