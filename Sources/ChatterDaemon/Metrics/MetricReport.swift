import Arguments
import Chatter
import ChatterServer
import ChatterStore
import System
import WebServer

/// The metrics of a server: what was counted, and what it holds now.
///
/// Names follow the conventions of Prometheus: base units, and `_total` for counters.
struct MetricReport {
  private let app: ServerApp
  private let server: HTTPServer
  private let counts: ServerMetrics.State
  private var metrics = MetricText()

  /// - Parameter certificateEnd: When the certificate ends, in seconds since 1970.
  static func text(
    _ app: ServerApp, _ server: HTTPServer, certificateEnd: Int64
  ) async -> String {
    let (loops, idleCount) = (await app.loopFigures(), await server.idleConnectionCount)
    let totals = app.totals.current(on: app.pools[0])
    var report = MetricReport(app: app, server: server, counts: app.reports.metrics.counts)
    report.addRequests()
    report.addPosts()
    report.addConnections(idleCount)
    report.addDatabase(loops)
    report.addLists()
    report.addStored(totals)
    report.addResources(loops, certificateEnd)
    report.addProcess()
    return report.metrics.text
  }

  private mutating func addRequests() {
    metrics.counter(
      "chatterd_requests", "Requests, by endpoint, status and version of HTTP.",
      by: ["endpoint", "status", "protocol"],
      Dictionary(uniqueKeysWithValues: counts.requests.map { ($0.key.labels, $0.value) }))
    metrics.histogram(
      "chatterd_request_duration_seconds",
      "Time from a request until the last byte of its response was produced.",
      samples: Self.byEndpoint(counts.durations))
    metrics.counter(
      "chatterd_request_body_bytes", "Bytes of request bodies that arrived.",
      samples: Self.byEndpoint(counts.requestBytes))
    metrics.counter(
      "chatterd_response_body_bytes", "Bytes of response bodies that were produced.",
      samples: Self.byEndpoint(counts.responseBytes))
    metrics.counter(
      "chatterd_responses_cut_short", "Responses that ended before they were complete.",
      counts.cutShort)
  }

  private mutating func addPosts() {
    metrics.counter(
      "chatterd_posts", "Posts, by what became of them.", by: ["endpoint", "outcome"],
      counts.posts)
    metrics.counter(
      "chatterd_refusals", "Requests that got an error, by its reason.",
      by: ["endpoint", "reason"], counts.refusals)
    metrics.histogram(
      "chatterd_commit_posts", "Posts that shared a commit.", samples: [([], counts.commits)])
  }

  private mutating func addConnections(_ idleCount: Int) {
    metrics.gauge("chatterd_connections", "Open connections.", server.connectionCount)
    metrics.gauge("chatterd_connections_idle", "Connections between two requests.", idleCount)
    metrics.gauge(
      "chatterd_connections_max", "The limit of open connections.",
      app.configuration.server.connectionsMax)
    metrics.counter(
      "chatterd_connections_accepted", "Connections that were accepted.", server.acceptedCount)
    metrics.counter(
      "chatterd_connections_closed",
      "Connections that the server closed: over the limit of the address, a wrong PROXY header, "
        + "or a flood.",
      samples: ServerMetrics.Closed.allCases.map {
        ([("reason", $0.rawValue)], counts.closed[$0] ?? 0)
      })
    metrics.counter(
      "chatterd_accept_pauses", "Times when no file descriptor was left to accept a connection.",
      counts.acceptPauses)
    metrics.counter(
      "chatterd_handshakes", "TLS handshakes that were completed.", by: ["version", "resumed"],
      counts.handshakes)
    metrics.counter(
      "chatterd_handshake_failures", "TLS handshakes that failed.", counts.handshakeFailures)
    metrics.counter(
      "chatterd_admin_wrong_passwords", "Wrong passwords for the operators' page.",
      counts.wrongPasswords)
  }

  private mutating func addDatabase(_ loops: [ServerApp.LoopFigures]) {
    let lent = loops.reduce(0) { $0 + $1.lent }
    let idle = loops.reduce(-lent) { $0 + $1.connections }
    metrics.histogram(
      "chatterd_database_use_seconds", "Time for which a database connection was in use.",
      samples: [([], counts.statements)])
    metrics.counter(
      "chatterd_database_failures", "Statements that failed, by kind.",
      samples: ServerMetrics.DatabaseFailure.allCases.map {
        ([("kind", $0.rawValue)], counts.databaseFailures[$0] ?? 0)
      })
    metrics.gauge(
      "chatterd_database_connections", "Database connections, by state.",
      samples: [([("state", "idle")], idle), ([("state", "used")], lent)])
    metrics.gauge(
      "chatterd_database_connections_max", "The limit of database connections.",
      app.configuration.databaseConnections.perLoop * loops.count)
    metrics.gauge(
      "chatterd_database_waiters", "Tasks that wait for a database connection.",
      loops.reduce(0) { $0 + $1.waiters })
  }

  private mutating func addLists() {
    let lists = app.lists.figures
    metrics.gauge("chatterd_list_rows", "Chatts in memory.", lists.rowCount)
    metrics.gauge(
      "chatterd_list_memory_bytes", "Memory of the lists, by use.",
      samples: [
        ([("use", "rows")], lists.rowBytes), ([("use", "forms")], lists.formBytes),
        ([("use", "retired")], lists.retiredBytes),
      ])
    metrics.gauge("chatterd_list_memory_max_bytes", "The limit of this memory.", lists.bytesMax)
    metrics.counter(
      "chatterd_list_rows_skipped", "Malformed rows that were left out of a list.",
      counts.skippedRows)
    metrics.gauge("chatterd_event_streams", "Open streams of events.", app.feed.streamCount)
  }

  private mutating func addStored(_ totals: TimelineTotals?) {
    if let totals {
      metrics.gauge("chatterd_chatts", "Chatts in the database.", totals.chatts)
      metrics.gauge("chatterd_clips", "Chatts with a clip.", totals.clips)
      metrics.gauge("chatterd_clip_bytes", "Bytes of all clips.", totals.clipBytes)
      metrics.gauge(
        "chatterd_database_bytes", "Size of the database with its indexes.", totals.databaseBytes)
    }
    guard let directory = app.configuration.dataDirectory else { return }
    let backup = BackupRecord(in: directory)
    metrics.gauge(
      "chatterd_backup_timestamp_seconds", "When the last backup was complete; 0 if none was.",
      (backup.completed?.microsecondsSince1970 ?? 0) / 1_000_000)
    metrics.gauge("chatterd_backup_bytes", "Size of that backup.", backup.byteCount)
    metrics.gauge(
      "chatterd_backup_failed", "1 if the last backup failed, otherwise 0.",
      backup.failed == nil ? 0 : 1)
  }

  private mutating func addResources(_ loops: [ServerApp.LoopFigures], _ certificateEnd: Int64) {
    metrics.histogram(
      "chatterd_loop_busy_seconds", "Time for which events had to wait for a busy loop.",
      samples: loops.enumerated().map { ([("loop", "\($0 + 1)")], $1.busyTimes) })
    metrics.gauge(
      "chatterd_request_memory_bytes", "Memory of request bodies and of HTTP/2 requests.",
      server.requestMemoryBytes)
    metrics.gauge(
      "chatterd_unsent_bytes", "Bytes in the kernel that stalled clients have not taken.",
      server.unsentBytes)
    metrics.gauge(
      "chatterd_posts_suspended", "1 while there is no space for posts, otherwise 0.",
      app.settings.storage.refusal() == nil ? 0 : 1)
    metrics.gauge(
      "chatterd_certificate_end_timestamp_seconds", "When the certificate ends.",
      certificateEnd)
    metrics.counter(
      "chatterd_log_lines_dropped", "Lines that the log could not write.",
      app.configuration.log.droppedCount)
    metrics.gauge(
      "chatterd_build_info", "1; the version is a label.",
      samples: [([("version", CommandTable.version)], 1)])
    guard let disk = app.settings.storage.disk else { return }
    metrics.gauge("chatterd_disk_reserve_bytes", "Disk space that posts leave.", disk.reserveBytes)
    if let free = disk.freeBytes {
      metrics.gauge("chatterd_disk_free_bytes", "Free disk space.", free)
    }
  }

  /// The metrics that every exporter has.
  private mutating func addProcess() {
    guard let process = ProcessFigures.read() else { return }
    metrics.counter("process_cpu_seconds", "User and system time.", process.cpuSeconds)
    metrics.gauge("process_resident_memory_bytes", "Resident memory.", process.residentBytes)
    metrics.gauge("process_virtual_memory_bytes", "Virtual memory.", process.virtualBytes)
    metrics.gauge("process_open_fds", "Open file descriptors.", process.openDescriptors)
    metrics.gauge("process_max_fds", "The limit of file descriptors.", process.descriptorsMax)
    metrics.gauge(
      "process_start_time_seconds", "When the process started.", process.startSeconds)
  }

  private static func byEndpoint<Value>(
    _ values: [Endpoint: Value]
  ) -> [(MetricText.Labels, Value)] {
    Endpoint.allCases.compactMap { endpoint in
      values[endpoint].map { ([("endpoint", endpoint.name)], $0) }
    }
  }
}
