import HTTP

@testable import ChatterServer

extension Problem {
  /// The reason for which a token is refused.
  var reason: String { String(code.dropFirst("token-".count)) }
  var kind: Status { status }
  var text: String { detail }
}
