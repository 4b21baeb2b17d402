import Testing

@testable import HTTP

struct ArrayDigitsTests {
  @Test(arguments: [0, 1, 9, 10, 15, 16, 99, 100, 255, 256, 12_345, 1 << 40, Int.max])
  func writesNumbersAsStringDoes(number: Int) {
    var decimal: [UInt8] = []
    decimal.append(decimal: number)
    #expect(decimal == Array(String(number).utf8))
    var hexadecimal: [UInt8] = []
    hexadecimal.append(hexadecimal: number)
    #expect(hexadecimal == Array(String(number, radix: 16).utf8))
  }
}
