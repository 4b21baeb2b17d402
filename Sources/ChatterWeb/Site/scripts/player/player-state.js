/**
 * What a player is doing: the state machine of the audio lab, as `PlayerState` in Swift. A test
 * compares both with `player-table.json`.
 *
 * @typedef {"standby"|"record"|"play"} StartMode the purpose for which a player is opened
 * @typedef {{kind: "start"|"recording"|"playing"|"paused", mode?: StartMode}} PlayerState
 * @typedef {"recTapped"|"playTapped"|"stopTapped"|"doneTapped"|"failed"} PlayerEvent
 */

const start = (mode) => ({ kind: "start", mode });
const recording = () => ({ kind: "recording" });
const playing = (mode) => ({ kind: "playing", mode });
const paused = (mode) => ({ kind: "paused", mode });

/** By kind of state and event, the next state for the mode of the state. */
const transitions = {
  start: {
    recTapped: (mode) => (mode === "play" ? null : recording()),
    playTapped: (mode) => (mode === "record" ? null : playing(mode)),
  },
  recording: {
    recTapped: () => start("standby"),
    stopTapped: () => start("standby"),
    failed: () => start("record"),
  },
  playing: { playTapped: paused, stopTapped: start, failed: start },
  paused: { recTapped: recording, playTapped: playing, stopTapped: () => start("standby") },
};

/**
 * Returns the state after an event; null if the event is not valid in the state.
 * @param {PlayerState} state
 * @param {PlayerEvent} event
 */
export function nextState({ kind, mode }, event) {
  if (event === "doneTapped") return start("standby");
  return transitions[kind][event]?.(mode) ?? null;
}
