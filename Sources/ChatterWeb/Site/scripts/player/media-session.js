const skipSeconds = 10;

/** Shows the clip on lock screens, and lets headphones and keyboards control the player. */
export function attachMediaSession(
  player,
  { mediaSession = globalThis.navigator?.mediaSession, Metadata = globalThis.MediaMetadata } = {},
) {
  if (!mediaSession) return;
  const handlers = {
    play: () => player.state.kind !== "playing" && player.toggle(),
    pause: () => player.pause(),
    stop: () => player.close(),
    seekbackward: ({ seekOffset }) => player.skip(-(seekOffset ?? skipSeconds)),
    seekforward: ({ seekOffset }) => player.skip(seekOffset ?? skipSeconds),
    seekto: ({ seekTime }) => player.seek(seekTime),
    previoustrack: () => player.previous(),
    nexttrack: () => player.next(),
  };
  for (const [action, handler] of Object.entries(handlers)) {
    try {
      mediaSession.setActionHandler(action, handler);
    } catch {
      // The browser does not know the action.
    }
  }
  let shown = null;
  player.addEventListener("change", () => {
    const { source, state, duration, position, rate } = player;
    if (source !== shown) {
      shown = source;
      const { title, artist } = source ?? {};
      mediaSession.metadata = source ? new Metadata({ title: title || artist, artist }) : null;
    }
    const isPlaying = state.kind === "playing";
    mediaSession.playbackState = source ? (isPlaying ? "playing" : "paused") : "none";
    if (!source || !(duration > 0)) return;
    const now = Math.min(position, duration);
    mediaSession.setPositionState?.({ duration, position: now, playbackRate: rate });
  });
}
