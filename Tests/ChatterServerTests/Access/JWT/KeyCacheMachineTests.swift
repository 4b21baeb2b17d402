import Crypto
import System
import TLS
import TestSupport
import Testing

@testable import ChatterServer

struct KeyCacheMachineTests {
  private let start = Deadline.now
  private let keys: KeySet

  init() throws {
    keys = try KeySet(Array(TestSigner.keySet([TestSigner(.edDSA, id: "a")]).utf8))
  }

  /// What a decision is, without its key.
  private func decide(
    _ machine: inout KeyCacheMachine, _ id: String? = "a", hasWaited: Bool = false,
    at seconds: Int
  ) -> String {
    let now = start.advanced(by: .seconds(seconds))
    return switch machine.decide(.edDSA, keyID: id, hasWaited: hasWaited, at: now) {
    case .use(_, let mustLoad): mustLoad ? "use and load" : "use"
    case .wait(let mustLoad): mustLoad ? "load and wait" : "wait"
    case .unknownKey: "unknown"
    case .unavailable(let delay): "unavailable for \(delay.components.seconds)"
    }
  }

  @Test func loadsOnceForAllThatWait() {
    var machine = KeyCacheMachine(times: .url)
    #expect(decide(&machine, at: 0) == "load and wait")
    #expect(decide(&machine, at: 1) == "wait")
    machine.end(with: keys, at: start.advanced(by: .seconds(2)))
    #expect(decide(&machine, hasWaited: true, at: 2) == "use")
  }

  @Test func isUnavailableUntilTheNextLoadIsPermitted() {
    var machine = KeyCacheMachine(times: .url)
    #expect(decide(&machine, at: 0) == "load and wait")
    machine.end(with: nil, at: start.advanced(by: .seconds(10)))
    #expect(decide(&machine, hasWaited: true, at: 10) == "unavailable for 20")
    #expect(decide(&machine, at: 29) == "unavailable for 1")
    #expect(decide(&machine, at: 30) == "load and wait")
  }

  @Test func loadsOldKeysAgainInTheBackground() {
    var machine = KeyCacheMachine(times: .url)
    _ = decide(&machine, at: 0)
    machine.end(with: keys, at: start)
    #expect(decide(&machine, at: 599) == "use")
    #expect(decide(&machine, at: 600) == "use and load")
    #expect(decide(&machine, at: 601) == "use")
    machine.end(with: nil, at: start.advanced(by: .seconds(610)))
    #expect(decide(&machine, at: 629) == "use")
    #expect(decide(&machine, at: 630) == "use and load")
    machine.end(with: keys, at: start.advanced(by: .seconds(631)))
    #expect(decide(&machine, at: 1230) == "use")
  }

  @Test func waitsForNewKeysAfterAnIdleTime() {
    var machine = KeyCacheMachine(times: .url)
    _ = decide(&machine, at: 0)
    machine.end(with: keys, at: start)
    #expect(decide(&machine, at: 1199) == "use and load")
    machine.end(with: nil, at: start.advanced(by: .seconds(1200)))
    #expect(decide(&machine, at: 1229) == "load and wait")
    #expect(decide(&machine, at: 1230) == "use", "the others do not wait")
    machine.end(with: nil, at: start.advanced(by: .seconds(1231)))
    #expect(decide(&machine, hasWaited: true, at: 1231) == "use", "the provider is away")
  }

  @Test func loadsAtOnceForAnUnknownKeyButNotTooOften() {
    var machine = KeyCacheMachine(times: .url)
    _ = decide(&machine, at: 0)
    machine.end(with: keys, at: start)
    #expect(decide(&machine, "b", at: 29) == "unknown")
    #expect(decide(&machine, "b", at: 30) == "load and wait")
    #expect(decide(&machine, "c", at: 31) == "wait")
    #expect(decide(&machine, "a", at: 31) == "use", "a known key does not wait")
    machine.end(with: keys, at: start.advanced(by: .seconds(32)))
    #expect(decide(&machine, "b", hasWaited: true, at: 32) == "unknown")
    #expect(decide(&machine, "c", at: 59) == "unknown")
  }

  @Test func usesTheLastKeysForADayWithoutTheProvider() {
    var machine = KeyCacheMachine(times: .url)
    _ = decide(&machine, at: 0)
    machine.end(with: keys, at: start)
    let day = 86_400
    #expect(decide(&machine, at: day - 1) == "load and wait")
    machine.end(with: nil, at: start.advanced(by: .seconds(day - 1)))
    #expect(decide(&machine, at: day) == "unavailable for 29")
  }

  @Test func doesNotLoadForATokenWithoutKeyID() throws {
    let two = [try TestSigner(.edDSA, id: "a"), try TestSigner(.edDSA, id: "b")]
    var machine = KeyCacheMachine(times: .url)
    _ = decide(&machine, at: 0)
    machine.end(with: try KeySet(Array(TestSigner.keySet(two).utf8)), at: start)
    #expect(decide(&machine, nil, at: 100) == "unknown")
  }

  @Test func loadsForAnOperatorUnlessALoadIsRunning() {
    var machine = KeyCacheMachine(times: .url)
    let (first, second) = (machine.begin(at: start), machine.begin(at: start))
    machine.end(with: keys, at: start)
    let third = machine.begin(at: start.advanced(by: .seconds(1)))
    #expect(first && !second && third)
  }
}
