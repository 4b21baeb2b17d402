private import Glibc
private import System

/// One installed PostgreSQL server: the directory of its programs and its major version.
struct PostgresPrograms: Equatable, Sendable {
  let directory: String
  let version: Int

  var initdb: String { directory + "/initdb" }
  var postgres: String { directory + "/postgres" }
  var pgDump: String { directory + "/pg_dump" }
  var pgRestore: String { directory + "/pg_restore" }
  var psql: String { directory + "/psql" }

  /// The directories where Debian, Ubuntu, the PGDG's RPMs and builds from source install the
  /// programs; `*` is a version.
  static let directoryPatterns = [
    "/usr/lib/postgresql/*/bin", "/usr/pgsql-*/bin", "/usr/local/pgsql/bin", "/usr/local/bin",
  ]

  /// Returns all installed servers, the newest first; within a version, those on PATH come first.
  static func installed(path: String, patterns: [String] = Self.directoryPatterns)
    -> [PostgresPrograms]
  {
    installed(["initdb", "postgres"], in: directories(path) + patterns.flatMap { expand($0) })
  }

  /// Returns the programs for dumps of a server: of its version, otherwise of the next one,
  /// otherwise the newest. Those on PATH come last, since Debian's choose a version themselves.
  static func forDumps(ofServer version: Int, path: String, patterns: [String] = directoryPatterns)
    -> PostgresPrograms?
  {
    let installed = installed(
      ["psql", "pg_restore", "pg_dump"], in: patterns.flatMap { expand($0) } + directories(path))
    let fitting = installed.map(\.version).filter { $0 >= version }.min()
    return installed.first { $0.version == fitting } ?? installed.first
  }

  private static func directories(_ path: String) -> [String] {
    path.split(separator: ":").map(String.init)
  }

  /// Returns the directories that have all of some programs, the last of which says the version.
  private static func installed(_ names: [String], in directories: [String]) -> [PostgresPrograms] {
    var seen: Set<String> = []
    var found: [PostgresPrograms] = []
    for directory in directories where directory.hasPrefix("/") && seen.insert(directory).inserted {
      let programs = names.map { "\(directory)/\($0)" }
      guard programs.allSatisfy({ unsafe access($0, X_OK) == 0 }),
        let version = programs.last.flatMap(version)
      else { continue }
      found.append(PostgresPrograms(directory: directory, version: version))
    }
    // The offset keeps the order of the directories within a version.
    return found.enumerated().sorted {
      ($1.element.version, $0.offset) < ($0.element.version, $1.offset)
    }.map(\.element)
  }

  /// Returns each version once, the newest first.
  static func versions(of installed: [PostgresPrograms]) -> [Int] {
    Set(installed.map(\.version)).sorted(by: >)
  }

  /// Returns the programs that match the version of existing data, or the newest for new data.
  static func choose(from installed: [PostgresPrograms], dataVersion: Int?)
    throws(PrivateClusterError) -> PostgresPrograms
  {
    guard let newest = installed.first else { throw .notInstalled }
    guard let dataVersion else { return newest }
    guard let fitting = installed.first(where: { $0.version == dataVersion }) else {
      throw .versionMismatch(data: dataVersion, installed: versions(of: installed))
    }
    return fitting
  }

  /// Runs `postgres --version`, which prints `postgres (PostgreSQL) 15.18 …`; returns the major
  /// version.
  private static func version(of program: String) -> Int? {
    guard let (reading, writing) = try? ClusterProgram.makePipe() else { return nil }
    defer { close(reading) }
    let child = try? ClusterProgram.start([program, "--version"], output: writing)
    close(writing)
    guard let child else { return nil }
    // The line fits into the pipe's buffer and into one read.
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = unsafe read(reading, &bytes, bytes.count)
    guard child.waitForExit() == 0, count > 0 else { return nil }
    return majorVersion(in: String(decoding: bytes.prefix(count), as: UTF8.self))
  }

  static func majorVersion(in line: String) -> Int? {
    guard let version = line.split(separator: ")").dropFirst().first else { return nil }
    return Int(version.drop { $0 == " " }.prefix { $0.isASCII && $0.isNumber })
  }

  private static func expand(_ pattern: String) -> [String] {
    var matches = unsafe glob_t()
    defer { unsafe globfree(&matches) }
    guard unsafe glob(pattern, 0, nil, &matches) == 0 else { return [] }
    return unsafe (0..<Int(matches.gl_pathc)).compactMap { index in
      unsafe matches.gl_pathv[index].map { unsafe String(cString: $0) }
    }
  }
}
