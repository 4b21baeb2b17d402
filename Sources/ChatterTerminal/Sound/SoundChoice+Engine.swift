import ChatterAudio

extension SoundChoice {
  /// The engine that records from the source and plays on the sink.
  var engine: GStreamerEngine { GStreamerEngine(source: source.audioSource, sink: sink.audioSink) }

  var settings: RecordingSettings { RecordingSettings(sampleRate: sampleRate) }
}

extension SoundSource {
  var audioSource: AudioSource {
    switch self {
    case .standard: .default
    case .pulse(let device): .pulse(device: device)
    case .pipewire: .pipewire
    case .alsa(let device): .alsa(device: device)
    case .tone(let hertz): .tone(frequency: hertz)
    case .file(let path): .file(path)
    }
  }
}

extension SoundSink {
  var audioSink: AudioSink {
    switch self {
    case .standard: .default
    case .pulse(let device): .pulse(device: device)
    case .pipewire: .pipewire
    case .alsa(let device): .alsa(device: device)
    case .file(let path): .file(path)
    case .silent: .silent
    }
  }
}
