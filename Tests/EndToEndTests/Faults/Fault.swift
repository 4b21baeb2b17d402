import Glibc
import Testing

/// One failure of one function, from its manual page.
struct Fault: Sendable, CustomStringConvertible {
  /// The descriptors whose calls are meant.
  enum Place: Int32, Sendable {
    case anywhere = 0
    /// AF_UNIX: the connections to the database.
    case database = 1
    /// AF_INET: the connections of clients.
    case clients = 2
  }

  /// The name in `Tests/FaultInjection/faults.c`.
  let function: String
  var place = Place.anywhere
  /// The value of errno; 0 for a library function, which returns an error. -1: one byte is moved.
  var error: Int32 = 0
  /// Whether the call is made only when a session begins, so that the old ones must end before.
  var isOfNewSession = false
  /// Whether the call is made only when all rows are read.
  var isOfReading = false
  /// Whether the call is made for HTTP/2, which curl speaks here.
  var isOfHTTP2: Bool { function.hasPrefix("nghttp2") }
  /// Whether the call is made only when several clients come at the same time.
  var needsConcurrency = false
  /// Whether the call is made after the response, or after the client has gone.
  var isLate: Bool {
    ["close", "epoll_ctl DEL", "SSL_shutdown"].contains(function)
  }
  /// The maximum delay of a request.
  ///
  /// libpq does not report that it had no memory for sending: it waits for a response to discarded
  /// data, until the deadline of the statement.
  var holdMax: Duration { isHiddenByLibpq ? .seconds(45) : .seconds(8) }
  var isHiddenByLibpq: Bool {
    function == "send" && place == .database && [ENOMEM, ENOBUFS].contains(error)
  }

  var description: String {
    let place =
      switch self.place {
      case .anywhere: ""
      case .database: " (database)"
      case .clients: " (client)"
      }
    return "\(function)\(place)" + (error == 0 ? "" : error < 0 ? " short" : " errno \(error)")
  }
}

/// Faults that are tested one after another on one server.
struct FaultGroup: Sendable, CustomTestStringConvertible {
  let name: String
  let faults: [Fault]

  var testDescription: String { name }
}
