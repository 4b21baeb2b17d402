import ChatterWeb
import Sockets

/// The address of the web front end for other devices, and what a terminal shows of it.
struct WebAddress: Sendable, Equatable {
  let url: String
  /// Whether other devices can reach it, as far as the certificate and the listen addresses say.
  let isForOthers: Bool

  /// Creates the address for the first host of a certificate that other machines can reach, if the
  /// server listens for them.
  ///
  /// Addresses that the machine no longer has come last: the certificate is older than its network.
  /// They are not left out, since behind a translator of addresses the machine does not have the
  /// one that others use.
  init(
    certificateHosts hosts: [String], listen: [ListenAddress] = [],
    machine: [String] = SocketAddress.ofThisMachine().map(\.hostText)
  ) {
    let isLocal = !listen.isEmpty && listen.allSatisfy(\.isLoopback)
    let reachable = hosts.filter { host in
      !isLocal && !ListenAddress.isLoopback(host) && !host.hasPrefix("*.")
    }
    let current = reachable.first { host in
      SocketAddress(numericHost: host, port: 0).map { machine.contains($0.hostText) } ?? true
    }
    isForOthers = !reachable.isEmpty
    let host = ListenAddress.bracketed(current ?? reachable.first ?? "localhost")
    let port = listen.first?.port ?? ListenAddress.portByDefault
    url = port == 443 ? "https://\(host)/" : "https://\(host):\(port)/"
  }

  /// Parses the address that the operator names; nil for one without TLS, or with a query or a
  /// fragment.
  init?(publicURL text: String) {
    guard let url = WebURL(text), url.isSecure, !url.target.contains("?") else { return nil }
    self.url = url.description.hasSuffix("/") ? url.description : url.description + "/"
    isForOthers = true
  }

  /// The address as a QR code for a terminal; no lines if it does not fit into one.
  var codeLines: [String] { QRCode(url)?.coloredTerminalLines ?? [] }
}
