import ChatterServer
import EventLoop
import Program

/// The metrics of a server: what was counted, and what it holds now.
///
/// Names follow the conventions of Prometheus: base units, and `_total` for counters.
enum MetricReport {
  static func metrics(_ counts: ServerMetrics.State, _ figures: ServerFigures) -> [Metric] {
    requests(counts) + posts(counts) + connections(counts, figures.connections)
      + database(counts, figures.pools) + lists(counts, figures) + resources(figures)
      + process(figures)
  }

  private static func requests(_ counts: ServerMetrics.State) -> [Metric] {
    [
      .counter(
        "chatterd_requests", "Requests, by endpoint, status and version of HTTP.",
        counts: counts.requests
      ) { key in
        [
          ("endpoint", key.endpoint.rawValue), ("status", "\(key.status)"),
          ("protocol", key.version),
        ]
      },
      .histogram(
        "chatterd_request_duration_seconds",
        "Time from a request until the last byte of its response was produced.",
        byEndpoint(counts.durations)),
      .counter(
        "chatterd_request_body_bytes", "Bytes of request bodies that arrived.",
        byEndpoint(counts.requestBytes)),
      .counter(
        "chatterd_response_body_bytes", "Bytes of response bodies that were produced.",
        byEndpoint(counts.responseBytes)),
      .counter(
        "chatterd_responses_cut_short", "Responses that ended before they were complete.",
        Double(counts.cutShort)),
    ]
  }

  private static func posts(_ counts: ServerMetrics.State) -> [Metric] {
    [
      .counter(
        "chatterd_posts", "Posts, by what became of them.", counts: counts.posts
      ) { key in [("endpoint", key.endpoint.rawValue), ("outcome", key.outcome.rawValue)] },
      .counter(
        "chatterd_refusals", "Requests that got an error, by its reason.", counts: counts.refusals
      ) { key in [("endpoint", key.endpoint.rawValue), ("reason", key.reason)] },
      .histogram(
        "chatterd_commit_posts", "Posts that shared a commit.", [([], counts.commits)]),
    ]
  }

  private static func connections(
    _ counts: ServerMetrics.State, _ connections: ServerFigures.Connections
  ) -> [Metric] {
    [
      .gauge("chatterd_connections", "Open connections.", connections.open),
      .gauge("chatterd_connections_idle", "Connections between two requests.", connections.idle),
      .gauge("chatterd_connections_max", "The limit of open connections.", connections.openMax),
      .counter(
        "chatterd_connections_accepted", "Connections that were accepted.",
        Double(connections.accepted)),
      .counter(
        "chatterd_connections_closed",
        "Connections that the server closed: over the limit of the address, a wrong PROXY header, "
          + "or a flood.",
        ServerMetrics.Closed.allCases.map { ([("reason", $0.rawValue)], counts.closed[$0] ?? 0) }),
      .counter(
        "chatterd_accept_pauses", "Times when no file descriptor was left to accept a connection.",
        Double(counts.acceptPauses)),
      .counter(
        "chatterd_handshakes", "TLS handshakes that were completed.", counts: counts.handshakes
      ) { key in [("version", key.version), ("resumed", "\(key.isResumed)")] },
      .counter(
        "chatterd_handshake_failures", "TLS handshakes that failed.",
        Double(counts.handshakeFailures)),
      .counter(
        "chatterd_admin_wrong_passwords", "Wrong passwords for the operators' page.",
        Double(counts.wrongPasswords)),
    ]
  }

  private static func database(
    _ counts: ServerMetrics.State, _ pools: ServerFigures.Pools
  ) -> [Metric] {
    [
      .histogram(
        "chatterd_database_use_seconds", "Time for which a database connection was in use.",
        [([], counts.statements)]),
      .counter(
        "chatterd_database_failures", "Statements that failed, by kind.",
        counts: counts.databaseFailures
      ) { kind in [("kind", kind)] },
      .gauge(
        "chatterd_database_connections", "Database connections, by state.",
        [
          ([("state", "idle")], Double(pools.connections - pools.lent)),
          ([("state", "used")], Double(pools.lent)),
        ]),
      .gauge(
        "chatterd_database_connections_max", "The limit of database connections.",
        pools.connectionsMax),
      .gauge(
        "chatterd_database_waiters", "Tasks that wait for a database connection.", pools.waiters),
    ]
  }

  private static func lists(
    _ counts: ServerMetrics.State, _ figures: ServerFigures
  ) -> [Metric] {
    let lists = figures.lists
    return [
      .gauge("chatterd_list_rows", "Chatts in memory.", lists.rowCount),
      .gauge(
        "chatterd_list_memory_bytes", "Memory of the lists, by use.",
        [
          ([("use", "rows")], Double(lists.rowBytes)),
          ([("use", "forms")], Double(lists.formBytes)),
          ([("use", "retired")], Double(lists.retiredBytes)),
        ]),
      .gauge("chatterd_list_memory_max_bytes", "The limit of this memory.", lists.bytesMax),
      .counter(
        "chatterd_list_rows_skipped", "Malformed rows that were left out of a list.",
        Double(counts.skippedRows)),
      .gauge("chatterd_event_streams", "Open streams of events.", figures.eventStreams),
    ]
  }

  private static func resources(_ figures: ServerFigures) -> [Metric] {
    var metrics: [Metric] = [
      .histogram(
        "chatterd_loop_busy_seconds", "Time for which events had to wait for a busy loop.",
        figures.loops.enumerated().map { ([("loop", "\($0 + 1)")], $1) }),
      .gauge(
        "chatterd_request_memory_bytes", "Memory of request bodies and of HTTP/2 requests.",
        figures.connections.requestBytes),
      .gauge(
        "chatterd_unsent_bytes", "Bytes in the kernel that stalled clients have not taken.",
        figures.connections.unsentBytes),
      .gauge(
        "chatterd_posts_suspended", "1 while there is no space for posts, otherwise 0.",
        figures.refusesPosts ? 1 : 0),
      .gauge(
        "chatterd_certificate_end_timestamp_seconds", "When the certificate ends.",
        Double(figures.certificateEnd)),
      .counter(
        "chatterd_log_lines_dropped", "Lines that the log could not write.",
        Double(figures.droppedLogLines)),
      .gauge(
        "chatterd_build_info", "1; the version is a label.",
        [([("version", figures.version)], 1)]),
    ]
    if let disk = figures.disk {
      metrics.append(
        .gauge("chatterd_disk_reserve_bytes", "Disk space that posts leave.", disk.reserveBytes))
      if let free = disk.freeBytes {
        metrics.append(.gauge("chatterd_disk_free_bytes", "Free disk space.", free))
      }
    }
    return metrics
  }

  /// The metrics that every exporter has.
  private static func process(_ figures: ServerFigures) -> [Metric] {
    guard let process = figures.process else { return [] }
    return [
      .counter("process_cpu_seconds", "User and system time.", process.cpuSeconds),
      .gauge("process_resident_memory_bytes", "Resident memory.", process.residentBytes),
      .gauge("process_virtual_memory_bytes", "Virtual memory.", process.virtualBytes),
      .gauge("process_open_fds", "Open file descriptors.", process.openDescriptors),
      .gauge("process_max_fds", "The limit of file descriptors.", process.descriptorsMax),
      .gauge("process_start_time_seconds", "When the process started.", process.startSeconds),
    ]
  }

  private static func byEndpoint<Value>(
    _ values: [Endpoint: Value]
  ) -> [([(String, String)], Value)] {
    Endpoint.allCases.compactMap { endpoint in
      values[endpoint].map { ([("endpoint", endpoint.rawValue)], $0) }
    }
  }
}

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
