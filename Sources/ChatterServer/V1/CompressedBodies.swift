internal import EventLoop
internal import HTTP

/// The compressed bodies that were sent last, for all loops: what several clients ask for is
/// compressed once, and by a worker.
public final class CompressedBodies: Sendable {
  /// Maximum size of all bodies in bytes. When they are larger, all are forgotten.
  private let bytesMax: Int

  private struct State {
    var bodies: [String: [UInt8]] = [:]
    var byteCount = 0
  }

  private let state = Lock(State())

  init(bytesMax: Int = 4 << 20) { self.bytesMax = bytesMax }

  /// Returns a body in gzip; nil while the workers have too much to do.
  ///
  /// - Parameters:
  ///   - tag: A digest of the body.
  ///   - client: The address of the client, with which jobs take turns.
  func gzip(
    _ body: [UInt8], tag: String, by workers: WorkerPool, for client: String
  ) async -> [UInt8]? {
    if let known = state.withLock({ $0.bodies[tag] }) { return known }
    let coded = try? await workers.run(for: client) { DeflatedSegment.gzip(body) }
    guard let coded else { return nil }
    state.withLock { state in
      if state.byteCount + coded.count > bytesMax { state = State() }
      if state.bodies.updateValue(coded, forKey: tag) == nil { state.byteCount += coded.count }
    }
    return coded
  }
}
