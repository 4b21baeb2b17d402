import Foundation
import TestSupport

/// The file through which a test controls `Tests/FaultInjection/faults.c`.
///
/// The other process has the same page mapped, so that changes take effect immediately.
final class FaultControl: Sendable {
  /// Offsets in `struct control`.
  private enum Field: UInt64 {
    case isArmed = 0
    case family = 4
    case skip = 8
    case error = 12
    case fired = 16
    case seen = 20
    case function = 24
  }

  private static let functionBytes = 40
  private static let bytes = 64

  let path: String
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    path = try directory.write([UInt8](repeating: 0, count: Self.bytes), to: "faults")
  }

  /// Makes the call after the next `skip` candidates fail.
  func arm(_ fault: Fault, skip: Int) throws {
    let name = Array(fault.function.utf8)
    precondition(name.count < Self.functionBytes)
    try write(name + [UInt8](repeating: 0, count: Self.functionBytes - name.count), .function)
    try write(Int32(fault.place.rawValue), .family)
    try write(Int32(skip), .skip)
    try write(fault.error, .error)
    try write(0, .fired)
    try write(0, .seen)
    // Last: the next call may already fail.
    try write(1, .isArmed)
  }

  /// Disables the fault, and returns whether a call has failed.
  func disarm() throws -> Bool {
    try write(0, .isArmed)
    return try hasFired
  }

  /// Whether a call has failed since `arm`.
  var hasFired: Bool { get throws { try read(.fired) > 0 } }

  private func write(_ value: Int32, _ field: Field) throws {
    let bits = UInt32(bitPattern: value)
    try write((0..<4).map { UInt8(truncatingIfNeeded: bits >> ($0 * 8)) }, field)
  }

  private func write(_ bytes: [UInt8], _ field: Field) throws {
    let file = try FileHandle(forUpdating: URL(filePath: path))
    defer { try? file.close() }
    try file.seek(toOffset: field.rawValue)
    try file.write(contentsOf: bytes)
  }

  private func read(_ field: Field) throws -> Int32 {
    let file = try FileHandle(forReadingFrom: URL(filePath: path))
    defer { try? file.close() }
    try file.seek(toOffset: field.rawValue)
    let bytes = try file.read(upToCount: 4) ?? Data()
    return Int32(bitPattern: bytes.reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) })
  }
}
