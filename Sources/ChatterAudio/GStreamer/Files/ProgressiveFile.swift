import Glibc

/// A recording made progressive: its index first, so that a player can begin before it has all.
enum ProgressiveFile {
  private static let description = """
    filesrc name=recording ! qtdemux ! aacparse \
    ! mp4mux name=mux faststart=true ! filesink name=file
    """

  /// Makes what a recording has left progressive, in place: whoever looks finds the one or the
  /// other, whatever ends the process. What was cut off is left out.
  ///
  /// - Returns: how long the clip is.
  static func finish(_ path: String) throws(AudioError) -> Duration {
    try trim(path)
    let unfinished = path + ".unfinished"
    do throws(AudioError) {
      let duration = try remux(path, to: unfinished)
      guard try OpenFile(unfinished, O_RDONLY).synchronize(),
        unsafe rename(unfinished, path) == 0
      else { throw OpenFile.failure(path) }
      // The name is safe on the disk with its folder; where that cannot be, the file still is there.
      _ = try? OpenFile(folder(of: path), O_RDONLY | O_DIRECTORY).synchronize()
      return duration
    } catch {
      _ = unsafe unlink(unfinished)
      throw error
    }
  }

  /// Cuts off the fragment that was being written when the recording ended.
  private static func trim(_ path: String) throws(AudioError) {
    let file = try OpenFile(path, O_RDWR)
    guard file.byteCount > 0 else { throw .undecodable("nothing was recorded") }
    if let whole = WholeFragments.byteCount(of: file), !file.truncate(to: whole) {
      throw OpenFile.failure(path)
    }
  }

  private static func remux(_ path: String, to other: String) throws(AudioError) -> Duration {
    let pipeline = try PipelineHandle(description)
    pipeline.child("recording")?.set("location", to: path)
    pipeline.child(PipelineFailure.file)?.set("location", to: other)
    pipeline.child("mux")?.set("faststart-file", to: other + ".samples")
    defer { _ = unsafe unlink(other + ".samples") }
    let control = PipelineControl(pipeline: pipeline) { _ in }
    switch pipeline.element.enter(.playing) {
    case .failed: try control.enter(.playing)
    case .done, .underWay: try control.wait(for: .endOfStream)
    }
    pipeline.element.enter(.atRest)
    return try duration(of: other)
  }

  private static func duration(of path: String) throws(AudioError) -> Duration {
    let pipeline = try PipelineHandle("filesrc name=recording ! qtdemux ! fakesink")
    pipeline.child("recording")?.set("location", to: path)
    let control = PipelineControl(pipeline: pipeline) { _ in }
    try control.enter(.paused)
    guard let duration = pipeline.element.duration else {
      throw .undecodable("the recording does not say how long it is")
    }
    return duration
  }

  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
