import ChatterAudio

extension AudioPlayer: Listening {
  var view: PlayerView {
    var view = PlayerView()
    let screen = playerUIState
    view.recHidden = screen.recHidden
    view.recDisabled = screen.recDisabled
    view.recColor =
      switch screen.recColor {
      case .blue: .blue
      case .red: .red
      case .grey: .gray
      }
    view.recIcon = screen.recIcon.rawValue
    view.playIcon = screen.playIcon.rawValue
    view.doneIcon = screen.doneIcon.rawValue
    view.playCtlDisabled = screen.playCtlDisabled
    view.playDisabled = screen.playDisabled
    view.doneDisabled = screen.doneDisabled
    view.hasClip = audio != nil
    view.isFinishing = isFinishingRecording
    view.currentTime = view.isRecording ? recorder.currentTime : currentTime
    view.duration = duration
    view.level = recorder.level
    view.volume = volume
    view.rate = rate
    view.repeats = repeats
    return view
  }

  var clip: [UInt8]? { audio }

  var recordedByteCount: Int? { recordingPath.flatMap(Files.byteCount) }

  var failure: ExitError? { lastError.map { ExitError($0) } }
}
