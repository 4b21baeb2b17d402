import Testing

@testable import ChatterAudio
