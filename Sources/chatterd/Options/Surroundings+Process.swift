private import Glibc
private import Program

extension Surroundings {
  /// The most bytes of a configuration file.
  private static let fileBytesMax = 256 * 1024

  /// The surroundings of this process.
  ///
  /// To be called before other threads start: the environment is not guarded against `setenv`.
  static func ofProcess() -> Surroundings {
    Surroundings(
      environment: ProcessEnvironment.variables(),
      isRoot: geteuid() == 0,
      currentDirectory: ProcessEnvironment.currentDirectory(),
      cores: max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))),
      readFile: { path throws(FileError) in
        try WholeFile.read(path, bytesMax: Self.fileBytesMax)
      })
  }
}
