import TestSupport
import Testing

@testable import TLS

struct TicketKeysTests {
  @Test func sealsForOneLifetimeAndOpensForAnother() {
    let clock = SteppingClock()
    let keys = TicketKeys { clock.now }
    let first = keys.sealingKey()
    #expect(keys.openingKey(named: first.name)?.isCurrent == true)
    clock.advance(by: TicketKeys.lifetime - .seconds(1))
    #expect(keys.sealingKey() == first)
    clock.advance(by: .seconds(1))
    #expect(keys.openingKey(named: first.name)?.isCurrent == false)
    let second = keys.sealingKey()
    #expect(second != first)
    #expect(keys.openingKey(named: first.name)?.isCurrent == false)
    #expect(keys.openingKey(named: first.name)?.key == first)
    clock.advance(by: TicketKeys.lifetime)
    #expect(keys.openingKey(named: first.name) == nil)
    #expect(keys.openingKey(named: second.name)?.isCurrent == false)
  }

  @Test func opensNothingWithAnUnknownKey() {
    #expect(TicketKeys().openingKey(named: [UInt8](repeating: 0, count: 16)) == nil)
  }

  @Test func makesRandomKeys() {
    let one = TicketKey.random()
    let other = TicketKey.random()
    #expect(one.name.count == 16 && one.name != other.name)
    #expect(one.encryption.count == 32 && one.encryption != other.encryption)
    #expect(one.authentication.count == 32 && one.authentication != other.authentication)
  }
}
