import Testing

@testable import System

struct ProcessFiguresTests {
  private static func figures(_ stat: String) -> ProcessFigures? {
    ProcessFigures(
      stat: stat, bootTime: 1_000, ticksPerSecond: 100, pageBytes: 4096, openDescriptors: 7,
      descriptorsMax: 1024)
  }

  /// Fields 3 to 24 of proc(5).
  private static let fields = "S 1 2 3 4 5 6 7 8 9 10 250 50 0 0 20 0 5 0 12300 409600 100"

  @Test func readsTheFieldsAfterTheName() throws {
    let figures = try #require(Self.figures("42 (a b) c) \(Self.fields) 0 0\n"))
    #expect(figures.cpuSeconds == 3)
    #expect(figures.startSeconds == 1_123)
    #expect(figures.virtualBytes == 409_600)
    #expect(figures.residentBytes == 409_600)
    #expect(figures.openDescriptors == 7)
    #expect(figures.descriptorsMax == 1024)
  }

  @Test func refusesEveryPrefix() {
    let text = "42 (name) \(Self.fields)"
    for count in 0..<(text.count - 2) { #expect(Self.figures(String(text.prefix(count))) == nil) }
  }

  @Test func readsThoseOfThisProcess() throws {
    let figures = try #require(ProcessFigures.read())
    #expect(figures.residentBytes > 1 << 20)
    #expect(figures.virtualBytes >= figures.residentBytes)
    #expect((1...figures.descriptorsMax).contains(figures.openDescriptors))
    #expect(figures.startSeconds > 1_600_000_000)
  }
}
