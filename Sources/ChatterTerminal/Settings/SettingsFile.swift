import Arguments
import System

/// The settings file, `chatter/chatter.conf` in the XDG configuration home, and certificates.
struct SettingsFile: Sendable {
  static let name = "chatter.conf"
  private static let bytesMax = 64 * 1024

  /// Nil without a home.
  private let path: String?

  init(_ environment: LaunchEnvironment) {
    path = environment.settingsDirectory.map { $0 + "/" + Self.name }
  }

  /// Returns the settings; empty ones if there is no file, or no home.
  func read() throws(CommandError) -> Settings {
    guard let path else { return Settings() }
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try WholeFile.read(path, bytesMax: Self.bytesMax)
    } catch .notFound {
      return Settings()
    } catch {
      throw CommandError("\(Printable.line(path)): \(error)", isUsage: false)
    }
    return try Settings.parse(bytes, path: path)
  }

  /// Renames a file that is not valid settings, and returns the new name.
  func putAside() throws(ExitError) -> String {
    try change { path throws(FileError) in
      try Files.rename(path, to: path + ".old")
      return path + ".old"
    }
  }

  /// Writes the settings; fails if a value would not read back unchanged.
  func write(_ settings: Settings) throws(ExitError) {
    let text = settings.text
    guard (try? Settings.parse(Array(text.utf8), path: Self.name))?.text == text else {
      throw ExitError(
        "cannot save a path or a name that has a line break, or blanks at its end", .data)
    }
    _ = try write(text, to: Self.name)
  }

  func write(_ text: String, to name: String) throws(ExitError) -> String {
    try change { path throws(FileError) in
      let directory = String(path.dropLast(Self.name.count + 1))
      try Directories.make(directory)
      let file = "\(directory)/\(name)"
      try Files.replace(file, with: Array(text.utf8))
      return file
    }
  }

  private func change<Value>(
    _ body: (_ path: String) throws(FileError) -> Value
  ) throws(ExitError) -> Value {
    guard let path else {
      throw ExitError(
        "no home directory for the settings: set HOME or XDG_CONFIG_HOME", .configuration)
    }
    do throws(FileError) {
      return try body(path)
    } catch {
      throw ExitError("\(path): \(error)", .cannotCreate)
    }
  }
}
