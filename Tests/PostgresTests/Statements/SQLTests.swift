import Testing

@testable import Postgres

struct SQLTests {
  @Test func bindsInterpolatedValuesAsParameters() {
    let name = "x'; drop table chatts; --"
    let statement: SQL = "select \(1) where name = \(name) and flag = \(true)"
    #expect(statement.text == "select $1 where name = $2 and flag = $3")
    #expect(statement.parameters.map(\.type) == [.int8, .text, .bool])
    #expect(statement.parameters[1].bytes == Array(name.utf8)[...])
  }

  @Test func keepsTheTypeOfNull() {
    let statement: SQL = "select \(nil as PostgresUUID?), \(.some(1) as Int32?)"
    #expect(statement.parameters.map(\.type) == [.uuid, .int4])
    #expect(statement.parameters[0].bytes == nil)
    #expect(statement.parameters[1].bytes == [0, 0, 0, 1])
  }

  @Test func includesTheValuesOfANestedStatement() {
    let condition: SQL = "b = \("two") and c = \(3)"
    let statement: SQL = "select \(1) where \(condition) limit \(4)"
    #expect(statement.text == "select $1 where b = $2 and c = $3 limit $4")
    #expect(statement.parameters.count == 4)
  }

  @Test func joinsStatementsWithASeparator() {
    let rows = [1, 2, 3].map { number -> SQL in "(\(number))" }
    let values = SQL.joined(rows, separator: ", ")
    let statement: SQL = "insert into numbers values \(values)"
    #expect(statement.text == "insert into numbers values ($1), ($2), ($3)")
    #expect(SQL.joined([], separator: ", ").text == "")
  }
}
