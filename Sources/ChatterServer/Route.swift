internal import Chatter
internal import HTTP

/// What stands at a path.
enum Route: Equatable {
  case call(Call)
  /// Is the process alive? It answers without asking anybody.
  case livez
  /// Is the database reachable and its schema ours?
  case readyz

  /// Both forms of a call's path, with and without the last slash; nil for a path that is nothing.
  init?(path: String) {
    if let call = Call(path: path) {
      self = .call(call)
    } else if path == "/livez" {
      self = .livez
    } else if path == "/readyz" {
      self = .readyz
    } else {
      return nil
    }
  }

  /// The methods that are answered here; HEAD is GET without content (RFC 9110 section 9.3.2).
  var methods: [Method] {
    switch self {
    case .call(let call) where call.isGet: [.get, .head, .options]
    case .call: [.post, .options]
    case .livez, .readyz: [.get, .head, .options]
    }
  }
}

/// Why no endpoint is asked.
enum RoutingError: Error, Equatable {
  case unknownPath
  case wrongMethod(allowed: [Method])
  /// The content is in a coding that is not spoken here.
  case unknownCoding
  case postsTooOften(retryAfter: Duration)
  /// A web page of another origin posts.
  case foreignOrigin
}
