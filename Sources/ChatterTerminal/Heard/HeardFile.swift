import Chatter
import ChatterAudio
import ChatterClient
import System

/// Which clips this person has heard: a file in the state directory for each server and each user
/// who signs in there. It stays on this machine.
///
/// Several programs can use it: a change is made to what is in the file, while the directory is
/// locked.
@MainActor
final class HeardFile {
  private static let bytesMax = 1 << 20
  /// Maximum length of the name in bytes. Beyond it, users share a file.
  private static let nameBytesMax = 200

  private let directory: String
  private let path: String
  private(set) var heard = Heard()
  /// The file that was read or written last.
  private var stamp: FileStamp?

  init(directory: String, place: ServerPlace) {
    let user = place.token?.username.map { " \($0)" } ?? ""
    let name = "\(place.url)\(user)".percentEncoded(keeping: "-._~:")
    self.directory = directory
    path = "\(directory)/heard-\(name.prefix(Self.nameBytesMax))"
    reload()
  }

  /// Creates the file of a person; nil without a home directory.
  convenience init?(_ environment: LaunchEnvironment, at place: ServerPlace) {
    guard let directory = environment.stateDirectory else { return nil }
    self.init(directory: directory, place: place)
  }

  /// Reads what another program has stored; false if the file has not changed.
  @discardableResult
  func reload() -> Bool {
    let current = FileStamp(path)
    guard current != stamp else { return false }
    stamp = current
    heard.merge(stored)
    return true
  }

  /// Begins with the first list, newest first.
  func begin(_ chatts: [Chatt]) {
    let dates = chatts.compactMap(\.date)
    if heard.since == nil, !dates.isEmpty { change { $0.begin(dates) } }
  }

  /// Notes that the clip of a chatt was heard.
  func mark(_ id: ChattID, at time: Timestamp) {
    if !heard.isKnown(id, at: time) { change { $0.mark(id, at: time) } }
  }

  func mark(_ message: QueuedMessage) {
    guard let id = message.chattID, let time = message.createdAt.flatMap({ Timestamp($0) }) else {
      return
    }
    mark(id, at: time)
  }

  /// Whether a chatt of someone else has a clip that was not heard.
  func isNew(_ chatt: Chatt, in source: any ChattSource) -> Bool {
    guard chatt.hasClip, let id = chatt.id, let date = chatt.date else { return false }
    return heard.isNew(id, at: date) && !source.canDelete(id)
  }

  /// Whether older chatts than these, newest first, may have clips that were not heard.
  func reaches(beyond chatts: [Chatt]) -> Bool {
    guard let since = heard.since, let last = chatts.last?.date else { return false }
    return last > since && chatts.count < Heard.clipsMax
  }

  private var stored: Heard {
    guard WholeFile.isOwn(path), let bytes = try? WholeFile.read(path, bytesMax: Self.bytesMax)
    else { return Heard() }
    return Heard(bytes)
  }

  /// If the file cannot be written, the change is kept until the end of the program.
  private func change(_ body: (inout Heard) -> Void) {
    guard (try? Directories.make(directory)) != nil else { return body(&heard) }
    Files.whileLocked(directory) {
      heard.merge(stored)
      body(&heard)
      try? Files.replace(path, with: heard.bytes)
      stamp = FileStamp(path)
    }
  }
}
