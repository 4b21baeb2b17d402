import Crypto
import Foundation
import System
import TestSupport
import Testing

@Suite(.needs(.postgreSQL))
struct TransferTests {
  private static func chatterd(_ words: String...) async throws -> ProgramRun {
    try await ProgramRun(Repository.program("chatterd"), words, within: hangTimeout)
  }

  /// Digests of all rows of a database, in the order of the lists.
  private static func rows(of database: TestDatabase) async throws -> String {
    try await ProgramRun(
      "psql",
      [
        "-XqAt", "-d", database.url, "-c",
        """
        select string_agg(concat_ws(' ', id, username, message, created_at, audio_codec,
          audio_duration_us, encode(sha256(audio), 'hex'), encode(audio_sha256, 'hex')), E'\\n'
          order by sequence) from chatts
        """,
      ]
    ).checked().text
  }

  @Test func bringEveryChattToAnotherDatabase() async throws {
    let (source, target) = (try await TestDatabase(), try await TestDatabase())
    let server = try await ServerProcess(.shared(source))
    let clip = try server.dataDirectory.write(Clips.clip(of: 7), to: "clip.m4a")
    for words in [
      ["--form", "username=ann", "--form", "message=hello, \"you\"\nthere"],
      ["--form", "username=ben", "--form", "audio=@\(clip)"],
    ] {
      _ = try await ProgramRun(
        "curl",
        ["--silent", "--fail", "--cacert", server.certificate] + words
          + ["\(server.url)/v1/chatts"], within: hangTimeout
      ).checked()
    }
    let directory = try TemporaryDirectory()
    let path = directory.path(of: "export")
    let exported = try await Self.chatterd("export", path, "--database", source.url).checked()
    #expect(exported.text.hasPrefix("exported 2 chatts, 1 with a clip"))
    let again = try await Self.chatterd("export", path, "--database", source.url)
    #expect(again.ending == .exited(78))

    let imported = try await Self.chatterd("import", path, "--database", target.url).checked()
    #expect(imported.text.hasPrefix("imported 2 chatts, 1 with a clip"))
    #expect(try await Self.rows(of: target) == Self.rows(of: source))
    let repeated = try await Self.chatterd("import", path, "--database", target.url).checked()
    #expect(repeated.text.contains("imported 0 chatts, 0 with a clip; 2 were there already"))
    #expect(try await server.stop() == .exited(0))
  }

  /// A directory of somebody else may have links to files that only the operator can read.
  @Test func importFollowsNoLink() async throws {
    let target = try await TestDatabase()
    let directory = try TemporaryDirectory()
    let other = try directory.write(TinyClip.bytes(), to: "other.m4a")
    let lines = [
      #"{"username":"ann","audio":"clips/a.m4a"}"#, #"{"username":"ben","message":"hi"}"#,
    ]
    let path = directory.path(of: "export")
    let manager = FileManager.default
    try manager.createDirectory(atPath: path + "/clips", withIntermediateDirectories: true)
    try directory.write(lines.joined(separator: "\n"), to: "export/chatts.jsonl")
    try manager.createSymbolicLink(atPath: path + "/clips/a.m4a", withDestinationPath: other)
    let run = try await Self.chatterd("import", path, "--database", target.url)
    #expect(run.ending == .exited(65))
    #expect(run.text.hasPrefix("imported 1 chatt, 0 with a clip; 1 refused"))
    #expect(run.errors.contains("chatts.jsonl:1: cannot read clips/a.m4a"))

    try manager.moveItem(atPath: path + "/chatts.jsonl", toPath: path + "/lines")
    try manager.createSymbolicLink(
      atPath: path + "/chatts.jsonl", withDestinationPath: path + "/lines")
    let linked = try await Self.chatterd("import", path, "--database", target.url)
    #expect(linked.ending == .exited(78))
    #expect(linked.errors.contains("cannot read \(path)/chatts.jsonl"))

    try manager.removeItem(atPath: path + "/chatts.jsonl")
    let without = try await Self.chatterd("import", path, "--database", target.url)
    #expect(without.ending == .exited(65))
    #expect(without.errors.contains("not a complete export"))
    #expect(unsafe mkfifo(path + "/chatts.jsonl", 0o600) == 0)
    let pipe = try await Self.chatterd("import", path, "--database", target.url)
    #expect(pipe.ending == .exited(78) && pipe.errors.contains("is not a regular file"))
  }

  @Test func importRefusesAClipThatDiffersFromItsDigest() async throws {
    let target = try await TestDatabase()
    let directory = try TemporaryDirectory()
    let clip = try TinyClip.bytes()
    let digest = try #require(SHA256.digest(of: clip)).hexadecimal()
    let other = String(digest.reversed())
    let path = directory.path(of: "export")
    try FileManager.default.createDirectory(
      atPath: path + "/clips", withIntermediateDirectories: true)
    _ = try directory.write(clip, to: "export/clips/a.m4a")
    let lines = [digest, other].map {
      #"{"username":"ann","audio":"clips/a.m4a","sha256":"\#($0)"}"#
    }
    try directory.write(lines.joined(separator: "\n"), to: "export/chatts.jsonl")
    let run = try await Self.chatterd("import", path, "--database", target.url)
    #expect(run.ending == .exited(65))
    #expect(run.text.hasPrefix("imported 1 chatt, 1 with a clip; 1 refused"))
    #expect(run.errors.contains("chatts.jsonl:2: clips/a.m4a differs from its SHA-256"))
  }

  /// Equal rows are several chatts, with and without times.
  @Test(arguments: [
    "username,message\nann,hi\nben,hi\nann,hi\n",
    "message,time,username\nhi,2026-11-23 14:30:00+00,ann\nhi,2026-11-23 14:30:00+00,ann\nhi,,ann\n",
    #"{"username":"ann","message":"hi"}"# + "\n" + #"{"username":"ann","message":"hi"}"# + "\n"
      + #"{"username":"ann","message":"hi","createdAt":"2026-11-23T14:30:00Z"}"#,
  ])
  func importOfRowsWithoutIDsAddsNothingTheSecondTime(text: String) async throws {
    let target = try await TestDatabase()
    let directory = try TemporaryDirectory()
    for (name, counts) in [
      ("a", "imported 3 chatts, 0 with a clip"), ("a", "imported 0 chatts"),
      ("b", "imported 0 chatts, 0 with a clip; 3 were there already"),
    ] {
      let file = try directory.write(text, to: name)
      let run = try await Self.chatterd("import", file, "--database", target.url).checked()
      #expect(run.text.hasPrefix(counts), "\(run.text)")
    }
    let longer = try directory.write(
      text.split(separator: "\n").joined(separator: "\n") + "\n"
        + text.split(separator: "\n").last!, to: "c")
    let run = try await Self.chatterd("import", longer, "--database", target.url).checked()
    #expect(run.text.hasPrefix("imported 1 chatt, 0 with a clip; 3 were there already"))
  }

  @Test func exportLeavesNothingOnAFullDisk() async throws {
    let (source, disk) = (try await TestDatabase(), try PrivateHome(diskBytes: 1 << 20))
    let directory = try TemporaryDirectory()
    let row = #"{"username":"ann","message":"\#(String(repeating: "x", count: 60_000))"}"# + "\n"
    let file = try directory.write(String(repeating: row, count: 40), to: "rows")
    _ = try await Self.chatterd("import", file, "--database", source.url).checked()
    let path = disk.directory.path(of: "export")
    let run = try await Self.chatterd("export", path, "--database", source.url)
    #expect(run.ending == .exited(75) && run.errors.contains("no space left on device"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: disk.directory.path) == [])
  }

  @Test func sayWhatToDoWithoutTables() async throws {
    let (empty, other) = (try await TestDatabase(), try await TestDatabase())
    let table =
      "create table chatts (username varchar(255), message text, id uuid, time timestamptz)"
    _ = try await ProgramRun("psql", ["-Xqd", other.url, "-c", table]).checked()
    let directory = try TemporaryDirectory()
    let (path, file) = (directory.path(of: "export"), directory.path(of: "backup"))
    for url in [empty.url, other.url] {
      for words in [
        ["export", path], ["verify"], ["backup", file], ["token", "list"], ["token", "add", "ann"],
        ["delete", "--yes", "--username", "ann"],
      ] {
        let run = try await ProgramRun(
          Repository.program("chatterd"), words + ["--database", url], within: hangTimeout)
        #expect(run.ending == .exited(78))
        #expect(run.errors.contains("run chatterd migrate up"), "\(words): \(run.errors)")
      }
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == [])
    let rows = try directory.write("username,message\nann,hi\n", to: "chatts.csv")
    let run = try await Self.chatterd("import", rows, "--database", other.url)
    #expect(run.ending == .exited(78) && run.errors.contains("choose an empty database"))
    #expect(!run.errors.contains("SQLSTATE"))
  }

  /// Scripts read the token from standard output.
  @Test func verbsNameTheDatabaseThatTheyChangeWithoutItsPassword() async throws {
    let target = try await TestDatabase()
    let url = target.url.replacingOccurrences(of: "chatterd@", with: "chatterd:secret@")
    _ = try await Self.chatterd("migrate", "up", "--database", url).checked()
    for words in [
      ["token", "add", "ann"], ["token", "revoke", "ann"],
      ["delete", "--yes", "--username", "ann"],
      ["migrate", "up"], ["restore", "/dev/null"], ["token", "list"],
      ["delete", "--dry-run", "--username", "ann"],
    ] {
      let run = try await ProgramRun(
        Repository.program("chatterd"), words + ["--database", url], within: hangTimeout)
      let names = run.errors.contains("changing the database (\(target.name) on /")
      let changes =
        !words.contains("list") && !words.contains("--dry-run")
        && words[0] != "restore"
      #expect(names == changes, "\(words): \(run.errors)")
      #expect(!run.errors.contains("secret") && !run.text.contains("changing"))
    }
  }

  @Test func importContinuesAfterRefusedRowsAndNamesThem() async throws {
    let target = try await TestDatabase()
    let directory = try TemporaryDirectory()
    let file = try directory.write(
      """
      ,username,message,id,time,
      0,ann,"one, two",01a20a93-88bd-77f3-9472-49386831bdab,2026-11-23 14:30:00.5+00,
      1,,nobody,01a20a93-88bd-77f3-9472-49386831bdac,2026-11-23 14:30:00+00,
      2,ben,last,"","",

      """, to: "chatts.csv")
    let run = try await Self.chatterd("import", file, "--database", target.url)
    #expect(run.ending == .exited(65))
    #expect(run.text.hasPrefix("imported 2 chatts, 0 with a clip; 1 refused"))
    #expect(run.errors.contains("chatts.csv: row 2: "))
    #expect(
      try await Self.rows(of: target).hasPrefix(
        "01a20a93-88bd-77f3-9472-49386831bdab ann one, two 2026-11-23 14:30:00.5"))
  }

  @Test func importSaysWhyATableCannotBeRead() async throws {
    let target = try await TestDatabase()
    let directory = try TemporaryDirectory()
    for (text, status, reason) in [
      ("username,text\nann,hi\n", 78, "the first line must name the columns"),
      ("username,message\nann,hi,more\n", 65, "extra data after last expected column"),
      ("username,message\nann,\"hi\n", 65, "unterminated CSV quoted field"),
    ] {
      let file = try directory.write(text, to: "chatts.csv")
      let run = try await Self.chatterd("import", file, "--database", target.url)
      #expect(run.ending == .exited(Int32(status)), "\(run.errors)")
      #expect(run.errors.contains(reason), "\(run.errors)")
    }
  }
}
