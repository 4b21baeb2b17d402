import Testing

@testable import ChatterDaemon

struct RequestLinesTests {
  @Test func countsTheRequestsOfAnAddressThatSendsVeryMany() {
    var lines = RequestLines()
    let most = RequestLines.linesMax
    let written = (0..<most + 5).filter { _ in lines.add(of: "a", at: 7).isWritten }
    #expect(written.count == most)
    #expect(lines.add(of: "b", at: 7).isWritten, "another address has its own lines")
    let next = lines.add(of: "b", at: 9)
    #expect(next.isWritten && next.left.map(\.address) == ["a"] && next.left.map(\.count) == [5])
    #expect(lines.add(of: "a", at: 9).left.isEmpty, "they are reported once")
  }

  @Test func remembersABoundedNumberOfAddresses() {
    var lines = RequestLines()
    for number in 0..<RequestLines.addressesMax { _ = lines.add(of: "\(number)", at: 1) }
    let others = (0..<RequestLines.linesMax + 3).filter { lines.add(of: "x\($0)", at: 1).isWritten }
    #expect(others.count == RequestLines.linesMax)
    #expect(lines.add(of: "0", at: 1).isWritten)
    #expect(lines.add(of: "0", at: 2).left.map(\.count) == [3])
  }
}
