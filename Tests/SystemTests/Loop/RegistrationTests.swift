import Testing

@testable import System

struct RegistrationTests {
  @Test(arguments: [0, 1, 7, 1_048_576, Int32.max], [UInt32(1), 2, 0x8000_0000, .max])
  func survivesPackingInto64Bits(descriptor: Int32, generation: UInt32) {
    let registration = Registration(descriptor: descriptor, generation: generation)
    #expect(Registration(packed: registration.packed) == registration)
    #expect(registration.packed != UInt64.max)
  }
}
