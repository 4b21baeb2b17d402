import Program

/// The settings file: `chatter/chatter.conf` in the XDG configuration home.
struct SettingsFile: Sendable {
  let directory: String?

  init(_ environment: LaunchEnvironment) { directory = environment.settingsDirectory }

  static let name = "chatter.conf"
  private static let bytesMax = 64 * 1024

  private func path() throws(SettingsError) -> String {
    guard let directory else { throw .noHome }
    return directory + "/" + Self.name
  }

  /// Returns the settings; empty ones if there is no file, or no home.
  func read() throws(SettingsError) -> Settings {
    guard directory != nil else { return Settings() }
    let path = try path()
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try Files.read(path, bytesMax: Self.bytesMax)
    } catch .notFound {
      return Settings()
    } catch {
      throw .unreadable(path: path, error)
    }
    return try Settings.parse(bytes, path: path)
  }

  /// Renames a file that is not valid settings.
  ///
  /// - Returns: The new name.
  func putAside() throws(SettingsError) -> String {
    let path = try path()
    do throws(FileError) {
      try Files.rename(path, to: path + ".old")
    } catch {
      throw .unwritable(path: path, error)
    }
    return path + ".old"
  }

  /// Writes the settings to a file that only this user can read.
  func write(_ settings: Settings) throws(SettingsError) {
    let path = try path()
    do throws(FileError) {
      try Directories.make(String(path.dropLast(Self.name.count + 1)))
      try Files.replace(path, with: Array(settings.text.utf8))
    } catch {
      throw .unwritable(path: path, error)
    }
  }
}
