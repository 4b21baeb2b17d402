import ChatterAudio
import Testing

@testable import ChatterTerminal

@MainActor struct PlayerViewTests {
  @Test func hasTheDistanceOfBackAndForward() {
    let player = SilentFixture().player
    #expect(PlayerView(player).skipSeconds == 10)
    player.skipInterval = .fifteen
    #expect(PlayerView(player).skipSeconds == 15)
  }
}
