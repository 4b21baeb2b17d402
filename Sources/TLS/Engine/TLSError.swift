/// Why a client does not accept a server's certificate.
public enum CertificateRejection: Sendable, Equatable {
  case untrusted
  case expired
  case notYetValid
  /// Neither the names nor the addresses in it are the host that was asked for.
  case wrongHost
  case other(reason: String)
}

/// Why a TLS connection cannot go on. No case carries anything that the peer wrote.
public enum TLSError: Error, Sendable, Equatable {
  /// The peer speaks HTTP without TLS: it was given an `http://` address.
  case plainHTTP
  /// What came is no TLS record.
  case notTLS
  /// The peer offers only versions that are not spoken here.
  case protocolVersion
  case noSharedCipher
  case noSharedGroup
  /// Both sides have a list for ALPN and nothing in common.
  case noApplicationProtocol
  /// This side refuses the peer's certificate.
  case certificateRejected(CertificateRejection)
  /// The peer has ended the connection with an alert: often it does not trust our certificate.
  case peerAlert(TLSAlert)
  /// A record is not what was sent, or was not sent by whom we talk to.
  case decryptionFailed
  /// The peer has broken the protocol in some other way.
  case malformed(reason: String)
  /// More bytes have come without any content than a peer needs: handshake messages, KeyUpdate,
  /// empty records, refused renegotiations.
  case tooManyBytesWithoutContent
  /// The bytes have ended without close_notify.
  case truncated
  /// `write` was called before the handshake or after `close`.
  case notWritable
  /// OpenSSL could not get memory, or has failed in another way that is not the peer's fault.
  case library(reason: String)
}

extension TLSError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .plainHTTP: "plain HTTP came to a TLS port: the address must begin with https"
    case .notTLS: "what came is not TLS"
    case .protocolVersion: "the peer offers no version of TLS that is spoken here"
    case .noSharedCipher: "no cipher in common with the peer"
    case .noSharedGroup: "no key exchange group in common with the peer"
    case .noApplicationProtocol: "no application protocol in common with the peer"
    case .certificateRejected(.untrusted): "the peer's certificate is not trusted"
    case .certificateRejected(.expired): "the peer's certificate has expired"
    case .certificateRejected(.notYetValid): "the peer's certificate is not valid yet"
    case .certificateRejected(.wrongHost): "the peer's certificate is for another host"
    case .certificateRejected(.other(let reason)): "the peer's certificate is refused: \(reason)"
    case .peerAlert(let alert): "the peer has ended the connection: \(alert)"
    case .decryptionFailed: "a record could not be decrypted"
    case .malformed(let reason): "the peer has broken the protocol: \(reason)"
    case .tooManyBytesWithoutContent: "too many bytes without content"
    case .truncated: "the connection was cut off without close_notify"
    case .notWritable: "nothing can be written before the handshake or after the close"
    case .library(let reason): "OpenSSL has failed: \(reason)"
    }
  }
}
