internal import CCurl

extension CurlEasy {
  /// Returns libcurl's lines about the server's own certificate; none without a TLS handshake.
  func certificateLines() -> [String] {
    var chain: UnsafeMutablePointer<curl_certinfo>?
    guard unsafe ccurl_get_certificates(handle, &chain) == CURLE_OK, let chain = unsafe chain,
      unsafe chain.pointee.num_of_certs > 0
    else { return [] }
    var lines: [String] = []
    // The server's own certificate is the first of the chain.
    var line = unsafe chain.pointee.certinfo[0]
    while let current = unsafe line {
      unsafe lines.append(String(cString: current.pointee.data))
      unsafe line = unsafe current.pointee.next
    }
    return lines
  }
}

/// Digests by the library that libcurl uses for TLS.
public enum CurlDigest {
  /// Returns the SHA-256 of bytes, 32 bytes; nil without memory for it.
  public static func sha256(of bytes: [UInt8]) -> [UInt8]? {
    var digest = [UInt8](repeating: 0, count: 32)
    return unsafe ccurl_sha256(bytes, bytes.count, &digest) == 1 ? digest : nil
  }
}
