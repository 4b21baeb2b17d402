import Testing

@testable import ChatterSpeech
