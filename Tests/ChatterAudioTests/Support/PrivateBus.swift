import Glibc
import TestSupport
import Testing

/// A session bus for one test; it ends with this object.
final class PrivateBus: Sendable {
  let address: String
  private let directory: TemporaryDirectory
  private let daemon: RunningProgram

  /// - Parameter allowsNames: Whether clients may own names.
  init(allowsNames: Bool = true) async throws {
    let directory = try TemporaryDirectory()
    // Not the system's own file, which may allow only known users.
    let configuration = try directory.write(
      """
      <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
       "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
      <busconfig><type>session</type><listen>unix:path=\(directory.path)/bus</listen>
      <policy context="default"><allow send_destination="*" eavesdrop="true"/>
      <allow eavesdrop="true"/><\(allowsNames ? "allow" : "deny") own="*"/></policy></busconfig>
      """, to: "bus.conf")
    let daemon = try await RunningProgram(
      "dbus-daemon", ["--config-file=\(configuration)", "--nofork", "--print-address"])
    try await eventually { daemon.output.contains(UInt8(ascii: "\n")) || daemon.hasEnded }
    let lines = String(decoding: daemon.output, as: UTF8.self).split(separator: "\n")
    guard let address = lines.first else {
      throw ProgramError.neverPrinted(
        program: "dbus-daemon", text: "its address", errors: daemon.errors)
    }
    (self.address, self.directory, self.daemon) = (String(address), directory, daemon)
  }

  /// Ends the bus, like the end of a session.
  func end() { daemon.send(SIGTERM) }

  /// Calls a method of the player as a panel would, and returns what `gdbus` prints.
  func call(
    _ method: String, _ arguments: [String] = [], to name: String = "org.mpris.MediaPlayer2.chatter"
  ) async throws -> ProgramRun {
    try await ProgramRun(
      "gdbus",
      [
        "call", "--address", address, "--dest", name, "--object-path", "/org/mpris/MediaPlayer2",
        "--method", method,
      ] + arguments)
  }

  /// A property of the player, as `gdbus` writes it.
  func property(
    _ name: String, of interface: String = MPRISNames.player
  ) async throws -> String {
    let run = try await call("org.freedesktop.DBus.Properties.Get", [interface, name])
    return try run.checked().text
  }

  /// Monitors all signals of the player.
  func monitor() async throws -> RunningProgram {
    let program = try await RunningProgram(
      "gdbus",
      [
        "monitor", "--address", address, "--dest", "org.mpris.MediaPlayer2.chatter",
      ])
    try await eventually {
      String(decoding: program.output, as: UTF8.self).contains("is owned by")
        || program.hasEnded
    }
    return program
  }
}

enum MPRISNames {
  static let player = "org.mpris.MediaPlayer2.Player"
  static let root = "org.mpris.MediaPlayer2"
}
