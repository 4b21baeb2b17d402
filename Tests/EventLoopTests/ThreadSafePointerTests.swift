import Testing

@testable import EventLoop

struct ThreadSafePointerTests {
  @Test func carriesThePointerToAnotherTask() async {
    let number = UnsafeMutablePointer<Int>.allocate(capacity: 1)
    defer { unsafe number.deallocate() }
    unsafe number.initialize(to: 7)
    let carried = unsafe ThreadSafePointer(number)
    #expect(await Task.detached { unsafe carried.value.pointee }.value == 7)
  }
}
