import Chatter
import System

/// Recordings that are kept with a title, a date and a duration: `memos` in the state directory.
///
/// A memo is a clip and a description beside it. Each file is replaced atomically, and the clip is
/// the last to be created and the first to be deleted: a memo exists if its clip does. Without a
/// valid description, a memo has no title, and its duration is read from the clip. A file that is
/// not a memo is left alone.
struct MemoStore: Sendable {
  /// Maximum number of memos.
  static let countMax = 1000
  /// Maximum size of the clip of a memo.
  static let clipBytesMax = ClipLimit.playedBytesMax

  private static let clipEnding = ".m4a"
  private static let descriptionEnding = ".txt"

  let directory: String

  /// Creates a store in a directory, which is created with the first memo.
  init(directory: String) { self.directory = directory }

  init(_ environment: LaunchEnvironment) throws(MemoError) {
    guard let state = environment.stateDirectory else { throw .noHome }
    self.init(directory: state + "/memos")
  }

  /// Returns all memos, newest first; a clip that cannot be read is left out.
  func list() throws(MemoError) -> [Memo] {
    try ids().compactMap(memo)
  }

  /// Keeps a clip under a title, which may be empty.
  func save(_ clip: [UInt8], title: String, at time: Timestamp) throws(MemoError) -> Memo {
    let duration = try Self.duration(of: clip)
    guard let description = MemoDescription(title: title, duration: duration) else {
      throw .titleTooLong
    }
    do throws(FileError) {
      try Directories.make(directory)
    } catch { throw .file(directory, error) }
    guard try ids().count < Self.countMax else { throw .full }
    let id = MemoID(created: time)
    try write(description.bytes, to: descriptionPath(id))
    do throws(MemoError) {
      try write(clip, to: clipPath(id))
    } catch {
      Files.remove(descriptionPath(id))
      throw error
    }
    return Memo(id: id, title: description.title, duration: description.duration)
  }

  func load(_ id: MemoID) throws(MemoError) -> [UInt8] {
    do throws(FileError) {
      return try WholeFile.read(clipPath(id), bytesMax: Self.clipBytesMax)
    } catch .notFound {
      throw .deleted
    } catch { throw .file(clipPath(id), error) }
  }

  @discardableResult
  func rename(_ memo: Memo, to title: String) throws(MemoError) -> Memo {
    guard let description = MemoDescription(title: title, duration: memo.duration) else {
      throw .titleTooLong
    }
    guard Files.isRegular(clipPath(memo.id)) else { throw .deleted }
    try write(description.bytes, to: descriptionPath(memo.id))
    return Memo(id: memo.id, title: description.title, duration: description.duration)
  }

  /// Deletes a memo permanently; one that is already deleted is not an error.
  func delete(_ id: MemoID) throws(MemoError) {
    Files.remove(clipPath(id))
    guard !Files.exists(clipPath(id)) else { throw .file(clipPath(id), .notPermitted) }
    Files.remove(descriptionPath(id))
  }

  func clipPath(_ id: MemoID) -> String { "\(directory)/\(id.text)\(Self.clipEnding)" }

  private func descriptionPath(_ id: MemoID) -> String {
    "\(directory)/\(id.text)\(Self.descriptionEnding)"
  }

  private func ids() throws(MemoError) -> [MemoID] {
    let names: [String]
    do throws(FileError) {
      names = try WholeFile.names(in: directory)
    } catch .notFound {
      return []
    } catch { throw .file(directory, error) }
    let ids = names.filter { $0.hasSuffix(Self.clipEnding) }
      .compactMap { MemoID($0.dropLast(Self.clipEnding.count)) }
    // Memos of the same microsecond have an order too: that of their names.
    let sorted = ids.sorted { ($0.created, $0.text) > ($1.created, $1.text) }
    return Array(sorted.prefix(Self.countMax))
  }

  private func memo(_ id: MemoID) -> Memo? {
    guard Files.isRegular(clipPath(id)) else { return nil }
    let bytes = try? WholeFile.read(descriptionPath(id), bytesMax: MemoDescription.bytesMax)
    if let bytes, let description = MemoDescription(bytes) {
      return Memo(id: id, title: description.title, duration: description.duration)
    }
    guard let clip = try? load(id), let duration = try? Self.duration(of: clip) else { return nil }
    return Memo(id: id, title: "", duration: duration)
  }

  private static func duration(of clip: [UInt8]) throws(MemoError) -> Duration {
    guard clip.count <= clipBytesMax else {
      throw .notAClip("longer than \(clipBytesMax) bytes")
    }
    do throws(AudioClipError) {
      return try AudioClip(bytes: clip).facts.duration
    } catch { throw .notAClip(error.description) }
  }

  private func write(_ bytes: [UInt8], to path: String) throws(MemoError) {
    do throws(FileError) {
      try Files.replace(path, with: bytes)
    } catch { throw .file(path, error) }
  }
}
