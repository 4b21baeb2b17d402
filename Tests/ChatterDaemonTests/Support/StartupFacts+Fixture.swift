import ChatterWeb
import Crypto

@testable import ChatterDaemon

extension StartupFacts {
  /// The facts of a server with its own certificate.
  static func fixture(
    listen: [String] = ["[::]:8443"], hosts: [String] = ["localhost", "192.0.2.7"],
    directory: String = "/d", anchor: TrustAnchor.Kind? = .authority, web: WebAddress? = nil,
    isTerminal: Bool = false
  ) -> StartupFacts {
    StartupFacts(
      addresses: listen.compactMap { ListenAddress($0) }, database: "private cluster in /d",
      files: CertifiedKeyFiles(in: directory), certificateUntil: "2028-03-01",
      certificateHosts: hosts, certificateFingerprint: "12:34",
      anchor: anchor.map { ($0, "AB:CD") }, clipPath: "/d/hello.m4a", web: web,
      isTerminal: isTerminal)
  }
}
