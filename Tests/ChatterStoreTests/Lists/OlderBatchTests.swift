import Chatter
import Postgres
import TestSupport
import Testing

@testable import ChatterStore

@Suite(.needs(.postgreSQL))
struct OlderBatchTests {
  private static let (rowsMax, bytesMax) = (50, 20_000)

  @Test(arguments: ListProfile.Order.allCases)
  func readsEveryRowInBoundedBatches(order: ListProfile.Order) async throws {
    let database = try await TimelineDatabase()
    // Every 13th message is long, and three long ones follow each other.
    try await database.run(
      """
      insert into chatts (id, username, message, created_at)
      select gen_random_uuid(), 'ada', repeat('m', case
          when i in (100, 101) then 50000 when i % 13 = 0 or i = 102 then 1025
          when i % 7 = 0 then 1024 else i % 40 end),
        case when i = 9 then '294276-12-31' else now() end
      from generate_series(1, 400) i
      """)
    let table = try await database.run("select octet_length(message) from chatts order by sequence")
    let lengths = table.split(separator: "\n").compactMap { Int($0) }
    try await database.withTimeline { timeline in
      let reader = ChattReader(timeline.pool) { _ in }
      var found: [Int: Int] = [:]
      var skippedCount = 0
      var rest: ClosedRange<Int64>? = -5...1000
      while let places = rest {
        let batch = try await reader.batch(
          OlderBatch.Range(
            order, from: places.lowerBound, upTo: places.upperBound, rowsMax: Self.rowsMax,
            bytesMax: Self.bytesMax), ids: .with, for: "192.0.2.7")
        guard let first = batch.first, let last = batch.last else { break }
        #expect(batch.rows.map(\.sequence) == batch.rows.map(\.sequence).sorted())
        #expect((1...Self.rowsMax).contains(batch.count))
        let bytes = batch.rows.map(\.prefix.count)
        let allButTheEdge = order == .newest ? bytes.dropFirst() : bytes.dropLast()
        #expect(allButTheEdge.reduce(0, +) <= Self.bytesMax)
        for row in batch.rows {
          let list = try ChattList(body: ([UInt8(ascii: "[")] + row.prefix + Array("]]".utf8))[...])
          found[Int(row.sequence)] = list.chatts.first?.message?.utf8.count
        }
        skippedCount += batch.skippedCount
        rest = order == .newest ? places.lowerBound...first - 1 : last + 1...places.upperBound
      }
      #expect(skippedCount == 1)
      #expect(lengths.count == 400)
      for (index, length) in lengths.enumerated() where index != 8 {
        #expect(found[index + 1] == length)
      }
      #expect(found.count == 399)
    }
  }
}
