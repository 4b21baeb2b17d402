/// Field values that are made from methods, durations and tokens.
extension FieldValue {
  /// The value of `Allow`: the methods that a resource supports (RFC 9110 section 10.2.1).
  public static func allow(_ methods: [Method]) -> FieldValue {
    FieldValue(tokens: methods.map(\.name))
  }

  /// The value of `Retry-After`: whole seconds, rounded up, at least 1 (RFC 9110 section 10.2.3).
  public static func retryAfter(_ delay: Duration) -> FieldValue {
    let (seconds, attoseconds) = delay.components
    let (next, overflows) = seconds.addingReportingOverflow(attoseconds > 0 ? 1 : 0)
    return FieldValue(Int(clamping: max(1, overflows ? seconds : next)))
  }

  /// Joins tokens to a list. Invalid tokens are omitted, so that the list remains valid.
  private init(tokens: [String]) {
    let list = tokens.filter(FieldName.isToken).joined(separator: ", ")
    self = (try? FieldValue(list)) ?? ""
  }
}
