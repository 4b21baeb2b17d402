import Glibc
import System

/// Media keys, panels and headsets through the session bus, with MPRIS (`org.mpris.MediaPlayer2`).
public final class SessionBusControls: MediaControls {
  private static let joinTimeout = Duration.seconds(10)

  private let object: BusObject
  private let connection: BusConnection

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
    object = BusObject(identity: identity)
    let fullName = "\(MPRISInterface.root).\(name)"
    connection = try await Self.join(
      address: address, names: [fullName, "\(fullName).instance\(getpid())"], object,
      within: Self.joinTimeout)
  }

  deinit { close() }

  /// The commands of panels and keys; ends after `close` or when the connection is lost.
  public var commands: AsyncStream<MediaCommand> { object.commands }

  public func show(_ state: MediaState) {
    // Announced inside the lock, so that each announcement has the differences to the previous one.
    object.state.withLock { shared in
      let old = shared.media
      shared.media = state
      guard !shared.isClosed else { return }
      for (interface, changes) in MPRISInterface.changes(from: old, to: state)
      where !changes.isEmpty {
        connection.emit(
          "PropertiesChanged", of: "org.freedesktop.DBus.Properties",
          [.string(interface), .dictionary(changes), .strings([])])
      }
    }
  }

  public func announceSeek(to position: Duration) {
    let isClosed = object.state.withLock { shared in
      shared.media.position = position
      return shared.isClosed
    }
    guard !isClosed else { return }
    connection.emit("Seeked", of: MPRISInterface.player, [.integer(position.microseconds)])
  }

  public func close() {
    if object.close() { connection.stop() }
  }

  /// Joins the bus on a new thread, which then handles calls.
  static func join(
    address: String?, names: [String], _ object: BusObject, within limit: Duration
  ) async throws(SessionBusError) -> BusConnection {
    let result: Result<BusConnection, SessionBusError>
    do throws(AudioError) {
      result = try await SystemThread.promise("chatter-bus", within: limit) { joined in
        do throws(SessionBusError) {
          let connection = try BusConnection(address: address, names: names, object: object)
          guard joined.resolve(.success(.success(connection))) else { return }
          connection.run()
          object.close()
        } catch {
          joined.resolve(.success(.failure(error)))
        }
      }
    } catch {
      throw .noBus("no response within \(limit)")
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
