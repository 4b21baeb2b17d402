import Program

/// The origin of web pages in the form that browsers send in `Origin` (RFC 6454 section 6.2): in
/// lower case, without the default port of its scheme. `null` is the origin of a local file.
struct WebOrigin: Sendable, Equatable {
  let text: String

  init?(_ given: String) {
    let lower = given.lowercased()
    guard lower != "null" else {
      text = lower
      return
    }
    guard let scheme = ["https", "http"].first(where: { lower.hasPrefix($0 + "://") }) else {
      return nil
    }
    let authority = lower.dropFirst(scheme.count + 3)
    let impliedPort: UInt16 = scheme == "https" ? 443 : 80
    // `ListenAddress` would parse a port alone as all addresses.
    guard let first = authority.first, first != ":", Decimals.integer(authority) == nil,
      !authority.contains("%"), let address = ListenAddress(String(authority))
    else { return nil }
    let isBare = !authority.hasSuffix(":\(address.port)")
    let host = ListenAddress.bracketed(address.host)
    text =
      isBare || address.port == impliedPort
      ? "\(scheme)://\(host)" : "\(scheme)://\(host):\(address.port)"
  }
}
