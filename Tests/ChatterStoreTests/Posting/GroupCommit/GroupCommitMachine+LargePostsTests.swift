import Testing

@testable import ChatterStore

/// Posts with long clips.
extension GroupCommitMachineTests {
  @Test func commitsLargePostsInALaneOfTheirOwn() throws {
    var machine = Machine()
    let size = machine.limits.smallPostBytesMax
    #expect(machine.add(byteCount: size + 1, until: Self.after(20))?.actions == [.start(.newLarge)])
    let large = try Self.next(&machine, .newLarge)
    #expect(machine.add(byteCount: size, until: Self.after(20))?.actions == [.start(.new)])
    #expect(machine.add(byteCount: 2 * size, until: Self.after(20))?.actions == [])
    let small = try Self.next(&machine, .new)
    #expect(large.posts == [1] && small.posts == [2])
    #expect(machine.committed(small) == Self.stored([2]))
    #expect(machine.nextBatch(.new) == nil)
    #expect(machine.committed(large) == Self.stored([1]))
    #expect(try Self.next(&machine, .newLarge).posts == [3])
  }
}
