internal import HTTP

extension Response {
  /// Lets only the client's own cache store the response, and use it only for the same token.
  mutating func restrictCaching() {
    fields.append(.vary, "Authorization")
    guard let value = fields[.cacheControl], value != "no-store" else { return }
    let directives = value.split(separator: ", ").filter { $0 != "public" }
    let restricted = (["private"] + directives).joined(separator: ", ")
    fields.set(.cacheControl, (try? FieldValue(restricted)) ?? "no-store")
  }
}
