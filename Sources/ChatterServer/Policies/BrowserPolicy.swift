internal import HTTP

/// The fields of every response that keep browsers from using it as something that it is not.
enum BrowserPolicy {
  /// No page may show a response in a frame, and no response runs scripts or plugins (Content
  /// Security Policy Level 3). The pages of the web front end have a policy of their own.
  static let contentSecurityPolicy: FieldValue =
    "script-src 'none'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'"

  /// Adds the fields that a response does not have yet.
  static func apply(to fields: inout HeaderFields) {
    if !fields.contains(.contentTypeOptions) { fields.append(.contentTypeOptions, "nosniff") }
    if !fields.contains(.contentSecurityPolicy) {
      fields.append(.contentSecurityPolicy, contentSecurityPolicy)
    }
  }
}
