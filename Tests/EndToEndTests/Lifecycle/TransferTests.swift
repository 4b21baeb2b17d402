import Foundation
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

    _ = try await Self.chatterd("migrate", "up", "--database", target.url).checked()
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
    _ = try await Self.chatterd("migrate", "up", "--database", target.url).checked()
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
  }

  @Test func importContinuesAfterRefusedRowsAndNamesThem() async throws {
    let target = try await TestDatabase()
    _ = try await Self.chatterd("migrate", "up", "--database", target.url).checked()
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
    _ = try await Self.chatterd("migrate", "up", "--database", target.url).checked()
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
