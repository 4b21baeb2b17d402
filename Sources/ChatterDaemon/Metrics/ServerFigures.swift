import ChatterServer
import EventLoop
import Program
import WebServer

/// What a server holds at one moment, for `/metrics`.
struct ServerFigures: Sendable {
  /// The database connections of all loops.
  struct Pools: Sendable {
    var connections = 0
    var lent = 0
    var waiters = 0
    var connectionsMax = 0
  }

  struct Connections: Sendable {
    var open = 0
    var idle = 0
    var accepted = 0
    var openMax = 0
    var requestBytes = 0
    var unsentBytes = 0
  }

  struct Disk: Sendable {
    var freeBytes: Int?
    var reserveBytes = 0
  }

  var version = ""
  var pools = Pools()
  var connections = Connections()
  var lists = ReadyLists.Figures()
  var eventStreams = 0
  /// The private cluster's disk; nil with another database.
  var disk: Disk?
  /// Why posts are refused whatever they contain; nil if they are accepted.
  var refusesPosts = false
  /// The times between two waits, of each loop.
  var loops: [Histogram] = []
  /// When the certificate ends, in seconds since 1970.
  var certificateEnd: Int64 = 0
  var droppedLogLines = 0
  var process: ProcessFigures?
}

extension ServerFigures.Connections {
  /// Reads the counts of a server, except those that its loops keep.
  init(_ server: HTTPServer, openMax: Int) {
    self.init(
      open: server.connectionCount, accepted: server.acceptedCount, openMax: openMax,
      requestBytes: server.requestMemoryBytes, unsentBytes: server.unsentBytes)
  }
}
