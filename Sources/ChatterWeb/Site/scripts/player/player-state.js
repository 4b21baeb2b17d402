/**
 * What a player is doing: the state machine of the audio lab, as `PlayerState` in Swift, without
 * recording, which a player of the page does not do. A test compares both with `player-table.json`.
 *
 * @typedef {{kind: "start"|"playing"|"paused", mode: "standby"|"play"}} PlayerState
 * @typedef {"playTapped"|"stopTapped"|"doneTapped"|"failed"} PlayerEvent
 */

const start = (mode) => ({ kind: "start", mode });
const playing = (mode) => ({ kind: "playing", mode });
const paused = (mode) => ({ kind: "paused", mode });

/** By kind of state and event, the next state for the mode of the state. */
const transitions = {
  start: { playTapped: playing },
  playing: { playTapped: paused, stopTapped: start, failed: start },
  paused: { playTapped: playing, stopTapped: () => start("standby") },
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
