import TestSupport

/// Bodies that are small on the wire and large when they are decoded.
enum GzipBomb {
  /// A gzip member of `start`, then `unit` again and again for about `count` bytes, then `end`.
  static func bytes(
    start: String, repeating unit: String, count: Int, end: String
  ) async throws -> [UInt8] {
    let repetitions = count / unit.utf8.count
    // A signal ends `yes` when `head` has read enough.
    let line = """
      set +o pipefail
      (printf %s "$1"; yes "$2" | head -n "$3" | tr -d '\\n'; printf %s "$4") | gzip -9
      """
    return try await ProgramRun(shell: line, [start, unit, "\(repetitions)", end]).checked().output
  }

  /// Returns a post with a gzip body.
  static func post(_ path: String, _ bytes: [UInt8]) -> WireRequest {
    WireRequest.post(path, bytes).with(fields: "Content-Encoding: gzip")
  }
}
