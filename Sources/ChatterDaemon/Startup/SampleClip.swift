import System

/// A short recording for trying the server: a tone of 0.4 s, AAC LC mono at 12 kHz in MPEG-4, the
/// format of phones.
enum SampleClip {
  /// The name of the file in the data directory.
  static let fileName = "hello.m4a"

  /// Writes the recording for the startup curl command, unless it exists, and returns its path.
  ///
  /// The file is in the data directory or, if that is not writable, in `/tmp`.
  static func install(beside configuration: Configuration) -> String {
    for directory in [configuration.dataDirectory, "/tmp"].compactMap(\.self) {
      let path = directory + "/" + fileName
      if FilePresence.exists(path) || (try? write(to: path)) != nil { return path }
    }
    return fileName
  }

  private static func write(to path: String) throws(FileError) {
    let file = try NewFile(path, mode: 0o644)
    try file.write(PackageResources.hello_m4a)
    try file.finish(overwriting: false)
  }
}
