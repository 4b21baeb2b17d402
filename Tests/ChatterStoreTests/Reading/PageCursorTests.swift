import Testing

@testable import ChatterStore

struct PageCursorTests {
  @Test(arguments: [0, 1, 17, -1, .max, .min] as [Int64])
  func readsItsText(sequence: Int64) {
    #expect(PageCursor(text: PageCursor(sequence).text)?.sequence == sequence)
  }

  @Test(
    arguments: [
      "", "c", "x", "c2VxOg", "c2VxOjE3=", "c2VxOisx", "c2VxOjAx", "17", "c2VxOjE3c2VxOjE3",
    ]
  )
  func refusesOtherTexts(text: String) {
    #expect(PageCursor(text: text) == nil)
  }
}
