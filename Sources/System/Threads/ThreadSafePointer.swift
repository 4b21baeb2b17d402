/// A pointer to an object of a C library that any thread may use.
///
/// The library protects the object itself: it counts references atomically, and it either never
/// changes the object or locks it. `@unchecked` is correct because the caller of `init` guarantees
/// this.
@safe public struct ThreadSafePointer<Pointer>: @unchecked Sendable {
  public let value: Pointer

  /// Wraps a pointer to an object whose library allows its use on any thread.
  @inlinable @unsafe public init(_ value: Pointer) {
    self.value = value
  }
}
