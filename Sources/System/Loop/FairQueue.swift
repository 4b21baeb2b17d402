/// A bounded queue that serves its keys in turn, however many elements each key has.
struct FairQueue<Element> {
  let countMax: Int
  private(set) var count = 0
  private var elements: [String: ArraySlice<Element>] = [:]
  /// The keys that have elements, the next one to be served first.
  private var rotation: ArraySlice<String> = []

  /// Creates an empty queue.
  ///
  /// - Parameter countMax: The maximum number of elements, at least 1.
  init(countMax: Int) {
    precondition(countMax > 0)
    self.countMax = countMax
  }

  /// Adds an element, and returns the element that is refused, or nil if the queue has room.
  ///
  /// A full queue refuses the newest element of the key with the most elements. This may be the new
  /// element itself.
  mutating func add(_ element: Element, for key: String) -> Element? {
    guard count >= countMax else {
      insert(element, for: key)
      return nil
    }
    let ownCount = elements[key]?.count ?? 0
    guard let longest = elements.max(by: { $0.value.count < $1.value.count }),
      longest.value.count > ownCount + 1
    else { return element }
    let refused = elements[longest.key]?.removeLast()
    count -= 1
    insert(element, for: key)
    return refused
  }

  private mutating func insert(_ element: Element, for key: String) {
    if elements[key] == nil { rotation.append(key) }
    elements[key, default: []].append(element)
    count += 1
  }

  /// Removes and returns the oldest element of the key that is next; nil if the queue is empty.
  mutating func next() -> Element? { next { _ in true }?.element }

  /// Removes and returns the oldest element of the next key that meets a condition, and the key;
  /// nil if there is none.
  mutating func next(
    where isServed: (_ key: String) -> Bool
  ) -> (key: String, element: Element)? {
    guard let index = rotation.firstIndex(where: isServed) else { return nil }
    let key = rotation.remove(at: index)
    guard let element = elements[key]?.removeFirst() else { return nil }
    count -= 1
    if elements[key]?.isEmpty ?? true {
      elements[key] = nil
    } else {
      rotation.append(key)
    }
    return (key, element)
  }

  /// Removes and returns all elements.
  mutating func removeAll() -> [Element] {
    var all: [Element] = []
    while let element = next() { all.append(element) }
    return all
  }
}
