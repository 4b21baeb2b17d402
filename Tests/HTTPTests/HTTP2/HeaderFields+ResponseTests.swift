import Testing

@testable import HTTP

struct HeaderFieldsResponseTests {
  @Test func writesNamesInLowerCase() {
    var head = HeaderFields()
    head.append("date") { $0.append(decimal: 7) }
    head.appendLowercased([
      "X-Name": "Value", "ETag": "\"A\"",
    ])
    #expect(head.map { "\($0.name)=\($0.value)" } == ["date=7", "x-name=Value", "etag=\"A\""])
  }
}
