@testable import Chatter

/// Valid JSON texts, invalid ones, and invalid ones with their errors.
enum JSONDocuments {
  static let good = [
    "[]", "{}", " [ ] ", "\t{\r\n}\n", "[[]]", #"{"":0}"#, #"{"a":{"b":[{}]}}"#,
    #"{"a":1,"a":2}"#, "[null,true,false]", "null", "true", "false", " null ",
    "0", "-0", "1", "10", "123456789012345678901234567890", "-1", "0.5", "-0.0", "1.25", "1e1",
    "1E+2", "1e-2", "0e0", "0E+1", "1.0e300", "[0,1.5,-2e3]",
    #""""#, #""a""#, #""\"\\\/\b\f\n\r\t""#, #""\u0041\u00e9\u20AC""#, #""\ud83c\udfa7""#,
    #""\uD83C\uDFA7\uFFFF""#, #""\u0000""#, #""é漢🎧""#, "\"\u{7F}\u{80}\u{7FF}\u{800}\u{FFFF}\"",
    "\"\u{10000}\u{10FFFF}\u{E000}\u{D7FF}\"", #"["a",1,null,{"k":"v"},[]]"#,
    #"{"k\"ey":"\\"}"#, "[1 , 2\n,\t3 ]", #"{"a" : 1 , "b":2}"#, #""//""#, #"["\u2028 "]"#,
    "\"" + String(repeating: "0123456789", count: 20) + "\"",
    "\"" + String(repeating: #"0123456789\/"#, count: 20) + "\"",
    "[" + Array(repeating: "\"x\"", count: 50).joined(separator: ",") + "]",
  ]

  static let bad: [[UInt8]] = badTexts.map { Array($0.utf8) } + badBytes

  static let badTexts: [String] =
    [
      "", " ", "[", "]", "{", "}", "[1", "[1,", "[,1]", "[1,,2]", "[1 2]", "{1:2}", "{a:1}",
      #"{"a"}"#, #"{"a":}"#, #"{"a" 1}"#, #"{"a":1 "b":2}"#, #"{"a":1,,"b":2}"#,
      #"{,"a":1}"#, #"{"a":1}}"#, "[]]", "[}", "1.", "[1.]", "{]", "nul", "nulll", "Null", "tru",
      "True",
      "fals", "undefined", "NaN", "Infinity", "-Infinity", "-", "+1", ".5", "00", "01",
      "-01", "1e", "1e+", "1.e1", "0x10", "1_000", "--1", "1 2", "'a'", "\"", "\"a", "a\"",
      #""\""#, #""\a""#, #""\x41""#, #""\u12""#, #""\u123g""#, #""\u 123""#, #""\U0041""#,
      #""\"#, #""a" "b""#, "[\"a", #"{"a":"b}"#, "// x\n1", "/* */ 1", "[1]x", "#", "{}{}",
      "\"a\nb\"", "\"a\tb\"", "\"a\u{0}b\"", "\u{0}", "[1]\u{0}", "\u{A0}1", "\u{C}1",
    ]

  static let badBytes: [[UInt8]] = [
    [0x22, 0x1F, 0x22], [0xEF, 0xBB, 0xBF, 0xEF, 0xBB, 0xBF, 0x31],
    [0x22, 0x80, 0x22], [0x22, 0xC0, 0xAF, 0x22], [0x22, 0xC1, 0x81, 0x22],
    [0x22, 0xE0, 0x80, 0xAF, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22],
    [0x22, 0xED, 0xBF, 0xBF, 0x22], [0x22, 0xF0, 0x80, 0x80, 0xAF, 0x22],
    [0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], [0x22, 0xF5, 0x80, 0x80, 0x80, 0x22],
    [0x22, 0xFF, 0x22], [0x22, 0xFE, 0x22], [0x22, 0xC3, 0x22], [0x22, 0xE2, 0x82, 0x22],
    [0x22, 0xF0, 0x9F, 0x8E, 0x22], [0x22, 0xC3, 0x28, 0x22], [0xFF], [0xC3, 0xA9],
  ]

  static let errors: [([UInt8], JSONError)] =
    errorsOfTexts.map { (Array($0.0.utf8), $0.1) } + errorsOfBytes

  static let errorsOfTexts: [(String, JSONError)] =
    [
      ("", .empty), (" \n\t", .empty), ("\u{FEFF}", .empty), ("\u{FEFF} ", .empty),
      ("{", .cutShort(offset: 1)), ("[1,", .cutShort(offset: 3)), (#"{"ab"#, .cutShort(offset: 4)),
      (#"{"a\"#, .cutShort(offset: 4)), (#"{"a\u00"#, .cutShort(offset: 7)),
      ("nul", .cutShort(offset: 3)), ("-", .cutShort(offset: 1)), ("1.", .cutShort(offset: 2)),
      ("[1}", .unexpected(UInt8(ascii: "}"), offset: 2)),
      ("[1,]", .unexpected(UInt8(ascii: "]"), offset: 3)),
      (#"{"a":1,}"#, .unexpected(UInt8(ascii: "}"), offset: 7)),
      ("\u{FEFF}x", .unexpected(UInt8(ascii: "x"), offset: 3)),
      (#"{"a" 1}"#, .unexpected(UInt8(ascii: "1"), offset: 5)),
      ("nulx", .unexpected(UInt8(ascii: "x"), offset: 3)),
      ("\"a\n\"", .controlCharacter(0x0A, offset: 2)), (#"["\x"]"#, .escape(offset: 2)),
      (#""\u12g4""#, .escape(offset: 1)), ("[-x]", .number(offset: 1)), ("01", .number(offset: 0)),
      ("[1.e2]", .number(offset: 1)), ("[1ex]", .number(offset: 1)),
      ("{} x", .dataAfterEnd(offset: 3)), ("1 2", .dataAfterEnd(offset: 2)),
    ]

  static let errorsOfBytes: [([UInt8], JSONError)] = [
    ([0x22, 0x61, 0xFF, 0x22], .invalidUTF8(offset: 2)),
    ([0x22, 0xC3, 0xA9, 0xED, 0xA0, 0x80, 0x22], .invalidUTF8(offset: 3)),
    ([0x22, 0x61, 0xE2, 0x82], .cutShort(offset: 4)),
  ]
}
