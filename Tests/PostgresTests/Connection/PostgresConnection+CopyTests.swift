import EventLoop
import TestSupport
import Testing

@testable import Postgres

@Suite(.needs(.postgreSQL)) struct PostgresConnectionCopyTests {
  struct Enough: Error {}

  private static let rows = "copy (select n from generate_series(1, 100000) n) to stdout"

  @Test func copiesOutAndInTheSameBytes() async throws {
    try await Fixture.withConnection { connection async throws in
      try await connection.execute(
        script: "create temporary table copied (n int8, t text)", until: Fixture.soon)
      var bytes: [UInt8] = []
      let statement = """
        copy (select n, repeat('x', 1000) from generate_series(1::int8, 5000) n) to stdout \
        (format binary)
        """
      try await connection.copyOut(statement, until: Fixture.soon) { bytes += $0 }
      try await connection.copyIn(
        "copy copied from stdin (format binary)", bytes, until: Fixture.soon)
      #expect(try await connection.value(Int.self, "select sum(n)::int8 from copied") == 12_502_500)
      #expect(connection.isReusable)
    }
  }

  @Test func closesTheConnectionWhenTheBodyThrows() async throws {
    try await Fixture.withConnection { connection async throws in
      await #expect(throws: Enough.self) {
        try await connection.copyOut(Self.rows, until: Fixture.soon) { _ in throw Enough() }
      }
      #expect(connection.isClosed)
    }
  }

  @Test(arguments: ["copy missing to stdout", "copy (select 1 / 0) to stdout"])
  func keepsTheConnectionAfterAServerError(_ statement: String) async throws {
    try await Fixture.withConnection { connection async throws in
      await #expect(throws: PostgresError.self) {
        try await connection.copyOut(statement, until: Fixture.soon) { _ in }
      }
      #expect(connection.isReusable)
    }
  }

  @Test func keepsTheConnectionAfterRefusedRows() async throws {
    try await Fixture.withConnection { connection async throws in
      try await connection.execute(
        script: "create temporary table refused (n int8)", until: Fixture.soon)
      await #expect(throws: PostgresError.self) {
        try await connection.copyIn(
          "copy refused from stdin", Array("no number\n".utf8), until: Fixture.soon)
      }
      #expect(connection.isReusable)
    }
  }
}
