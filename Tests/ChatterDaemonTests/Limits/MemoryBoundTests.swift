import Arguments
import Testing

@testable import ChatterDaemon

struct MemoryBoundTests {
  private func bound(_ options: String...) throws -> MemoryBound {
    MemoryBound(try serve(options.joined(separator: " ")))
  }

  private func help(_ options: String) throws -> String {
    let printed: PrintedText = try verb("help limits " + options)
    return printed.text
  }

  @Test func growsWithEachOptionThatBoundsMemory() throws {
    let base = try bound("--loops", "2")
    for (option, more) in [
      ("--loops", "3"), ("--connections-max", "20000"), ("--head-bytes-max", "64KiB"),
      ("--request-memory-max", "1GiB"), ("--list-memory-max", "1GiB"),
      ("--message-bytes-max", "128KiB"), ("--database-connections", "100"),
      ("--list-order", "by-url"),
    ] {
      let other = try bound("--loops", "2", option, more)
      #expect(other.bytes > base.bytes, "\(option)")
      let changed = zip(base.terms, other.terms).filter { $0 != $1 }
      #expect(changed.contains { $0.1.formula.contains(option) }, "\(option)")
    }
  }

  @Test func addsTheRequestsToAWebhookOnlyIfThereIsOne() throws {
    let purpose = "requests to the webhook"
    #expect(try !bound().terms.contains { $0.purpose == purpose })
    let other = try bound("--post-webhook", "http://127.0.0.1:9/", "--message-bytes-max", "1KiB")
    let term = try #require(other.terms.first { $0.purpose == purpose })
    #expect(term.formula.contains("--message-bytes-max 1KiB"))
    #expect(term.bytes == (134 << 10) * 128)
  }

  @Test func addsTermsThatEachNameTheirPurpose() throws {
    let bound = try bound()
    #expect(bound.bytes == bound.terms.reduce(0) { $0 + $1.bytes })
    #expect(bound.terms.allSatisfy { $0.bytes > 0 && !$0.purpose.isEmpty && !$0.formula.isEmpty })
    #expect(Set(bound.terms.map(\.purpose)).count == bound.terms.count)
  }

  @Test func doesNotOverflowWithTheLargestOptions() throws {
    let bound = try bound(
      "--connections-max", "1000000", "--head-bytes-max", "1MiB", "--loops", "1024",
      "--body-bytes-max", "1GiB", "--request-memory-max", "1024GiB", "--list-memory-max",
      "1024GiB", "--message-bytes-max", "16MiB", "--database-connections", "1000")
    #expect(try help("--timeline-bytes-max 1048576GiB").contains("1179648"))
    #expect(bound.bytes > 1 << 40)
  }

  @Test func printsEachTermAndTheSumInHelpLimits() throws {
    let text = try help("--loops 3")
    let bound = try bound("--loops", "3")
    for term in bound.terms { #expect(text.contains(term.purpose)) }
    #expect(text.contains("\(bound.bytes) bytes in total"))
    for text in [text, try help("--list-order by-url")] {
      #expect(text.split(separator: "\n").allSatisfy { $0.count <= CommandTable.columnsMax })
    }
  }

  @Test func explainsInHelpLimitsWhatBoundsTheDisk() throws {
    func text(_ options: String = "") throws -> String {
      try help(options).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    #expect(try text().contains("--disk-reserve would be free. Until then"))
    #expect(try text("--disk-reserve 1GiB").contains("--disk-reserve 1GiB would be free."))
    #expect(
      try text("--timeline-bytes-max 1GiB").contains("at most about 1.7 GiB: 1.125 x"))
    #expect(try text("--database postgresql://db").contains("on another server"))
  }

  @Test func rejectsInHelpLimitsWhatServeRejects() {
    #expect(failure("help limits --loops 0") != nil)
    #expect(failure("help limits more") != nil)
  }
}
