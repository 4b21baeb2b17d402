import CGIO
import EventLoop
import Glibc

/// Media keys, panels and headsets through the session bus: the player is an MPRIS object
/// (`org.mpris.MediaPlayer2`).
public final class SessionBusControls: MediaControls {
  private static let commandsMax = 64
  /// The timeout for joining the bus.
  private static let joinTimeout = Duration.seconds(10)

  /// The commands of panels and keys; ends after `close` or when the connection is lost.
  public let commands: AsyncStream<MediaCommand>
  private let continuation: AsyncStream<MediaCommand>.Continuation
  private let shared: Shared
  private let connection: BusConnection

  /// State shared by the callers and the thread of the bus.
  private final class Shared: Sendable {
    let state = Lock((media: MediaState(), isClosed: false))
  }

  /// Joins the bus as `org.mpris.MediaPlayer2.` followed by the name. If another program has that
  /// name, the id of this process is appended.
  ///
  /// - Parameters:
  ///   - name: The last part of the name on the bus.
  ///   - identity: The name of the player in panels.
  ///   - address: The address of a bus other than the session bus.
  public init(
    name: String = "chatter", identity: String = "Chatter", address: String? = nil
  ) async throws(SessionBusError) {
    let (commands, continuation) = AsyncStream.makeStream(
      of: MediaCommand.self, bufferingPolicy: .bufferingNewest(Self.commandsMax))
    (self.commands, self.continuation) = (commands, continuation)
    let shared = Shared()
    self.shared = shared
    let fullName = "\(MPRISInterface.root).\(name)"
    let names = [fullName, "\(fullName).instance\(getpid())"]
    let handlers = Self.handlers(identity: identity, shared, continuation)
    connection = try await Self.join(
      address: address, names: names, handlers, within: Self.joinTimeout
    ) {
      shared.state.withLock { $0.isClosed = true }
      continuation.finish()
    }
  }

  deinit { close() }

  public func show(_ state: MediaState) {
    // Announced inside the lock, so that each announcement has the differences to the previous one.
    shared.state.withLock { shared in
      let old = shared.media
      shared.media = state
      guard !shared.isClosed else { return }
      for (interface, changes) in [
        (MPRISInterface.root, MPRISInterface.rootChanges(from: old, to: state)),
        (MPRISInterface.player, MPRISInterface.changes(from: old, to: state)),
      ] where !changes.isEmpty {
        connection.emit(
          "PropertiesChanged", of: "org.freedesktop.DBus.Properties",
          [.string(interface), .dictionary(changes), .strings([])])
      }
    }
  }

  public func announceSeek(to position: Duration) {
    let isClosed = shared.state.withLock { shared in
      shared.media.position = position
      return shared.isClosed
    }
    guard !isClosed else { return }
    connection.emit("Seeked", of: MPRISInterface.player, [.integer(position.microseconds)])
  }

  public func close() {
    let isFirst = shared.state.withLock { shared in
      defer { shared.isClosed = true }
      return !shared.isClosed
    }
    guard isFirst else { return }
    connection.stop()
    continuation.finish()
  }

  private static func handlers(
    identity: String, _ shared: Shared, _ continuation: AsyncStream<MediaCommand>.Continuation
  ) -> BusConnection.Handlers {
    BusConnection.Handlers(
      call: { method, arguments in
        guard let command = MPRISInterface.command(method: method, arguments) else { return false }
        continuation.yield(command)
        return true
      },
      property: { interface, name in
        let state = shared.state.withLock { $0.media }
        let properties =
          interface == MPRISInterface.root
          ? MPRISInterface.rootProperties(state, identity: identity)
          : MPRISInterface.properties(state)
        return properties[name]
      },
      set: { name, value in
        guard let command = MPRISInterface.command(property: name, value) else { return false }
        continuation.yield(command)
        return true
      })
  }

  /// Joins the bus on a new thread that then handles calls until `stop`, or until the connection is
  /// lost.
  static func join(
    address: String?, names: [String], _ handlers: BusConnection.Handlers, within limit: Duration,
    onEnd: @escaping @Sendable () -> Void
  ) async throws(SessionBusError) -> BusConnection {
    let cancellable = BusCancellable()
    let timer = Task.detached {
      if (try? await Task.sleep(for: limit)) != nil { cancellable.cancel() }
    }
    defer { timer.cancel() }
    let result: Result<BusConnection, SessionBusError> = await withCheckedContinuation { joined in
      do throws(Errno) {
        try SystemThread.start("chatter-bus") {
          do throws(SessionBusError) {
            let connection = try BusConnection(
              address: address, names: names, handlers: handlers, cancellable: cancellable)
            joined.resume(returning: .success(connection))
            connection.run()
            onEnd()
          } catch {
            joined.resume(returning: .failure(error))
          }
        }
      } catch {
        joined.resume(returning: .failure(.noBus("could not start a thread")))
      }
    }
    return try result.get()
  }
}

/// Why media keys and panels do not reach the player.
public enum SessionBusError: Error, Equatable, Sendable, CustomStringConvertible {
  /// There is no session bus, or it does not respond; the text gives the reason.
  case noBus(String)
  /// The bus rejects the player; the text gives the reason.
  case refused(String)

  /// The error text for people.
  public var description: String {
    switch self {
    case .noBus(let reason):
      "could not connect to the session bus, so media keys do not work: \(reason)"
    case .refused(let reason): "the session bus rejected the player: \(reason)"
    }
  }
}
