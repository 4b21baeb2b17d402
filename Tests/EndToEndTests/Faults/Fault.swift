import Glibc
import Testing

/// One way in which one function may fail, as its manual page has it.
struct Fault: Sendable, CustomStringConvertible {
  /// Calls on which descriptors are meant.
  enum Place: Int32, Sendable {
    case anywhere = 0
    /// AF_UNIX: the connections to the database.
    case database = 1
    /// AF_INET: the connections of clients.
    case clients = 2
  }

  /// As `Tests/FaultInjection/faults.c` calls it.
  let function: String
  var place = Place.anywhere
  /// What errno says; 0 for a library, whose failure is a result. -1: one byte is moved.
  var error: Int32 = 0
  /// Whether the call is made only when a session begins, so that the old ones must end before.
  var isOfNewSession = false
  /// Whether the call is made only when all rows are read.
  var isOfReading = false
  /// Whether the call is made for HTTP/2, which curl speaks here.
  var isOfHTTP2: Bool { function.hasPrefix("nghttp2") }
  /// Whether the call is made only when several clients come at the same time.
  var needsConcurrency = false
  /// Whether the call is made when an answer has been given, or the client has gone.
  var isLate: Bool {
    ["close", "epoll_ctl DEL", "SSL_shutdown"].contains(function)
  }
  /// How long it may hold a request up.
  ///
  /// libpq tells nobody that memory was short when it sent: it waits for an answer to what it has
  /// thrown away, until the deadline of the statement.
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

/// Faults that are tried one after the other on one server.
struct FaultGroup: Sendable, CustomTestStringConvertible {
  let name: String
  let faults: [Fault]

  var testDescription: String { name }
}
