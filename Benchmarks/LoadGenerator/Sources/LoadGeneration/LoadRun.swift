internal import EventLoop
internal import TLS

/// Runs a load on its loops, and adds up the results of the connections.
public enum LoadRun {
  public struct Outcome: Sendable {
    public let tally: Tally
    public let seconds: Double
  }

  public static func run(_ load: Load) async throws -> Outcome {
    _ = DescriptorLimit.raise()
    let context = try TLSContext.client(
      trusting: load.certificate,
      applicationProtocols: load.streams == nil ? ["http/1.1"] : ["h2"])
    let loops = try (1...load.loops).map { try EventLoop(name: "load \($0)") }
    let course = Course(load.extent)
    let tally = await withTaskGroup(of: Tally.self) { group in
      for number in 0..<load.connections {
        let loop = loops[number % loops.count]
        group.addTask(executorPreference: loop) {
          await converse(load, course, context, on: loop, number: number)
        }
      }
      return await group.reduce(into: Tally()) { $0.add($1) }
    }
    return Outcome(tally: tally, seconds: course.countedSeconds)
  }

  private static func converse(
    _ load: Load, _ course: Course, _ context: TLSContext, on loop: EventLoop, number: Int
  ) async -> Tally {
    guard let streams = load.streams else {
      let client = HTTP1LoadClient(load, course, context, on: loop, number: UInt64(number))
      await client.run()
      return client.tally
    }
    let client = HTTP2LoadClient(load, course, context, on: loop, streams: streams)
    await client.run()
    return client.tally
  }
}
