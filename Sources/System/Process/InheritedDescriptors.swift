/// The descriptors that a service manager opened for this process (sd_listen_fds(3)).
public struct InheritedDescriptors: Sendable, Equatable {
  /// Variables that do not make sense.
  public struct Malformation: Error, Equatable, CustomStringConvertible {
    let text: String

    public var description: String {
      "LISTEN_FDS: \(text.debugDescription) is not a number from 0 to \(InheritedDescriptors.countMax)"
    }
  }

  /// The first descriptor (SD_LISTEN_FDS_START).
  static let first: Int32 = 3
  static let countMax: Int32 = 64

  /// The descriptors, at least one.
  public let numbers: [Int32]

  /// Reads `LISTEN_FDS`, if `LISTEN_PID` is this process. Returns nil without descriptors.
  public init?(_ environment: LaunchEnvironment) throws(Malformation) {
    guard let process = environment.variable("LISTEN_PID"),
      Int32(process) == environment.processID,
      let text = environment.variable("LISTEN_FDS")
    else { return nil }
    guard let count = Int32(text), (0...Self.countMax).contains(count) else {
      throw Malformation(text: text)
    }
    guard count > 0 else { return nil }
    numbers = Array(Self.first..<Self.first + count)
  }
}
