import Testing

@testable import chatter
