import Testing

@testable import EventLoop

@Suite("A pointer that any thread may use (needs nothing)")
struct ThreadSafePointerTests {
  @Test func carriesThePointerToAnotherTask() async {
    let number = UnsafeMutablePointer<Int>.allocate(capacity: 1)
    defer { unsafe number.deallocate() }
    unsafe number.initialize(to: 7)
    let carried = unsafe ThreadSafePointer(number)
    #expect(await Task.detached { unsafe carried.value.pointee }.value == 7)
  }
}
