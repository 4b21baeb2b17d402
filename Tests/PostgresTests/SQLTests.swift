import Testing

@testable import Postgres

@Suite struct SQLTests {
  @Test("a literal without values is its own text")
  func plain() {
    let statement: SQL = "select 1"
    #expect(statement.text == "select 1")
    #expect(statement.parameters.isEmpty)
  }

  @Test("interpolated values become numbered parameters")
  func values() {
    let name = "x'; drop table chatts; --"
    let statement: SQL = "select \(1) where name = \(name) and flag = \(true)"
    #expect(statement.text == "select $1 where name = $2 and flag = $3")
    #expect(statement.parameters.map(\.type) == [.int8, .text, .bool])
    #expect(statement.parameters[1].bytes == Array(name.utf8)[...])
  }

  @Test("null keeps the type of what it is the absence of")
  func null() {
    let statement: SQL = "select \(nil as PostgresUUID?), \(.some(1) as Int32?)"
    #expect(statement.parameters.map(\.type) == [.uuid, .int4])
    #expect(statement.parameters[0].bytes == nil)
    #expect(statement.parameters[1].bytes == [0, 0, 0, 1])
  }

  @Test("a statement inside a statement brings its values along")
  func nested() {
    let condition: SQL = "b = \("two") and c = \(3)"
    let statement: SQL = "select \(1) where \(condition) limit \(4)"
    #expect(statement.text == "select $1 where b = $2 and c = $3 limit $4")
    #expect(statement.parameters.count == 4)
  }

  @Test("statements are joined by a separator")
  func joined() {
    let rows = [1, 2, 3].map { number -> SQL in "(\(number))" }
    let values = SQL.joined(rows, separator: ", ")
    let statement: SQL = "insert into numbers values \(values)"
    #expect(statement.text == "insert into numbers values ($1), ($2), ($3)")
    #expect(SQL.joined([], separator: ", ").text == "")
  }

  @Test("a name is quoted, with its own quotes doubled")
  func identifier() {
    let statement: SQL = "select * from \(identifier: "a\"b; c")"
    #expect(statement.text == "select * from \"a\"\"b; c\"")
    #expect(statement.parameters.isEmpty)
  }
}
