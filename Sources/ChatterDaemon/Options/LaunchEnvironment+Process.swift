private import Glibc
private import Program

extension LaunchEnvironment {
  /// Maximum size of a configuration file, in bytes.
  private static let fileBytesMax = 256 * 1024

  /// Returns the environment of this process.
  ///
  /// Must be called before other threads start, because reading the environment is not synchronized
  /// with `setenv`.
  static func ofProcess() -> LaunchEnvironment {
    LaunchEnvironment(
      variables: ProcessEnvironment.variables(),
      isRoot: geteuid() == 0,
      currentDirectory: ProcessEnvironment.currentDirectory(),
      cores: max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))),
      readFile: { path throws(FileError) in
        try WholeFile.read(path, bytesMax: Self.fileBytesMax)
      })
  }
}
