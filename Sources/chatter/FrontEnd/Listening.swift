/// What records and plays: the labs' `AudioPlayer`, or a double in tests.
@MainActor
protocol Listening: AnyObject {
  /// What there is to see of it now.
  var view: PlayerView { get }
  /// The file of the clip that was recorded, or is listened to.
  var clip: [UInt8]? { get }
  /// Why the last thing did not work.
  var failure: Trouble? { get }

  var volume: Double { get set }
  var rate: Double { get set }
  var repeats: Bool { get set }

  func setupRecorder()
  func setupPlayer(clip: [UInt8])
  func recTapped()
  func playTapped()
  func stopTapped()
  func rwndTapped()
  func ffwdTapped()
  func doneTapped()

  /// Returns when all that was tapped has been done.
  func settled() async
}

extension Listening {
  /// The same, but not for ever.
  func settled(within patience: Duration) async {
    let (first, more) = AsyncStream<Void>.makeStream()
    let tasks = [
      Task {
        await settled()
        more.yield()
      },
      Task {
        try? await Task.sleep(for: patience)
        more.yield()
      },
    ]
    for await _ in first { break }
    for task in tasks { task.cancel() }
  }
}
