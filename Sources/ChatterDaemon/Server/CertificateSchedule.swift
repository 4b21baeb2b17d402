import TLS

/// When a running server renews its certificate or warns of its end. Only the certificate and the
/// current time decide.
///
/// A certificate that chatterd made is renewed 30 days before its end, or when a third of its
/// validity is left. For other certificates it warns later, since the program that renews them
/// often uses the same limits.
struct CertificateSchedule: Sendable {
  /// What is due.
  enum Action: Equatable {
    case none
    case renew
    case warn
  }

  /// How often a certificate is checked, and a problem logged.
  private static let interval = Duration.seconds(secondsOfInterval)
  private static let secondsOfInterval: Int64 = 86_400
  private static let secondsBefore: Int64 = 30 * 86_400

  /// The time of the renewal or the first warning, in seconds since 1970.
  let due: Int64
  private let dueAction: Action

  /// - Parameter isRenewable: Whether an authority of `chatterd cert` signed the certificate.
  init(_ certificate: Certificate, isRenewable: Bool) {
    let length = max(0, certificate.notAfter - certificate.notBefore)
    due = certificate.notAfter - min(Self.secondsBefore, length / (isRenewable ? 3 : 6))
    dueAction = isRenewable ? .renew : .warn
  }

  /// Returns what is due.
  ///
  /// - Parameter now: The current time in seconds since 1970.
  func action(at now: Int64) -> Action { now < due ? .none : dueAction }

  /// Returns how long to wait until the next check: a day, or less if something will be due sooner.
  func wait(at now: Int64) -> Duration {
    now > due - Self.secondsOfInterval && now < due ? .seconds(due - now) : Self.interval
  }
}
