import HTTP

@testable import ChatterServer

extension AccessDenial {
  /// The reason for which a token is refused.
  var reason: String { String(problem.code.dropFirst("token-".count)) }
  var kind: Status { problem.status }
  var text: String { problem.detail }
}
