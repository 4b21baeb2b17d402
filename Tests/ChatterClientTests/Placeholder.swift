import Testing

@testable import ChatterClient
