import Chatter
import Glibc

/// Makes a recording progressive: its index comes first, so that it plays before it is loaded.
enum ProgressiveFile {
  private static let description = """
    filesrc name=recording ! qtdemux ! aacparse \
    ! mp4mux name=\(PipelineFailure.mux) faststart=true ! filesink name=\(PipelineFailure.file)
    """
  private static let (clip, samples) = ("clip", "samples")

  /// Makes the file of a recording progressive, in place, without its incomplete end; returns the
  /// duration of the clip.
  ///
  /// The replacement is atomic. If there is no space or permission for a second file beside it, the
  /// recording remains in fragments, which is also a valid clip.
  static func finish(_ path: String) throws(AudioError) -> Duration {
    let path = try OpenFile.realPath(path)
    let file = try OpenFile(path, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY)
    try file.requireRegular()
    guard file.byteCount > 0 else { throw .undecodable("nothing was recorded") }
    // Removes the fragment that was incomplete when the recording ended.
    if let whole = WholeFragments.byteCount(of: file), !file.truncate(to: whole) {
      throw file.failure
    }
    do throws(AudioError) {
      return try replace(file)
    } catch {
      guard let clip = try? AudioClip(bytes: file.readClip()), clip.facts.duration > .zero else {
        throw error
      }
      return clip.facts.duration
    }
  }

  private static func replace(_ file: OpenFile) throws(AudioError) -> Duration {
    let path = file.path
    let directory = try PrivateDirectory(beside: path, for: [clip, samples])
    let duration = try remux(path, in: directory)
    let new = try OpenFile(directory.path(of: clip), O_RDWR | O_NOFOLLOW)
    guard new.copyOwnerAndMode(from: file), new.synchronize(),
      unsafe rename(directory.path(of: clip), path) == 0
    else { throw OpenFile.failure(path) }
    // Syncing the directory makes the rename durable. A failure is ignored: the file is in place.
    _ = try? OpenFile(OpenFile.directory(of: path), O_RDONLY | O_DIRECTORY).synchronize()
    return duration
  }

  private static func remux(
    _ path: String, in directory: PrivateDirectory
  ) throws(AudioError) -> Duration {
    let pipeline = try PipelineHandle(description)
    pipeline.child("recording")?.set("location", to: path)
    pipeline.child(PipelineFailure.file)?.set("location", to: directory.path(of: clip))
    pipeline.child(PipelineFailure.mux)?.set("faststart-file", to: directory.path(of: samples))
    let control = PipelineControl(pipeline: pipeline) { _ in }
    // A failed change is repeated to get the error that an element reports.
    if case .failed = pipeline.element.enter(.playing) { try control.enter(.playing) }
    try control.wait(for: .endOfStream) {
      byteCount(directory.path(of: clip)) + byteCount(directory.path(of: samples))
    }
    pipeline.element.enter(.atRest)
    return try duration(of: directory.path(of: clip))
  }

  private static func duration(of path: String) throws(AudioError) -> Duration {
    let pipeline = try PipelineHandle("filesrc name=recording ! qtdemux ! fakesink")
    pipeline.child("recording")?.set("location", to: path)
    let control = PipelineControl(pipeline: pipeline) { _ in }
    try control.enter(.paused)
    guard let duration = pipeline.element.duration, duration > .zero else {
      throw .undecodable("the recording has no duration")
    }
    return duration
  }

  private static func byteCount(_ path: String) -> Int64 {
    (try? OpenFile(path, O_RDONLY).byteCount) ?? 0
  }
}

/// A temporary directory beside a file, for building the file's replacement. Only its owner may
/// access it, and its name cannot be guessed. It is deleted with this object.
final class PrivateDirectory: Sendable {
  let path: String
  private let names: [String]

  init(beside file: String, for names: [String]) throws(AudioError) {
    var template = Array("\(OpenFile.directory(of: file))/.chatter-XXXXXX".utf8CString)
    guard unsafe mkdtemp(&template) != nil else { throw OpenFile.failure(file) }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    self.names = names
  }

  deinit {
    for name in names { _ = unsafe unlink(self.path(of: name)) }
    _ = unsafe rmdir(path)
  }

  func path(of name: String) -> String { "\(path)/\(name)" }
}
