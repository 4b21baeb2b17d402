import Testing

@testable import Sockets

@Suite("A registration (needs nothing)")
struct RegistrationTests {
  @Test(
    "it goes through epoll's 64 bits and comes back",
    arguments: [0, 1, 7, 1_048_576, Int32.max], [UInt32(1), 2, 0x8000_0000, .max])
  func packing(descriptor: Int32, generation: UInt32) {
    let registration = Registration(descriptor: descriptor, generation: generation)
    #expect(Registration(packed: registration.packed) == registration)
    #expect(registration.packed != UInt64.max)
  }

  @Test("stays of one descriptor differ by their generation")
  func generations() {
    let first = Registration(descriptor: 3, generation: 1)
    #expect(first != Registration(descriptor: 3, generation: 2))
    #expect(first.packed != Registration(descriptor: 3, generation: 2).packed)
  }
}
