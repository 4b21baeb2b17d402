/** Passes the samples of the microphone on, in blocks of 20 ms. */
class Microphone extends AudioWorkletProcessor {
  #block = new Float32Array(sampleRate / 50);
  #count = 0;

  process([[channel]]) {
    for (const sample of channel ?? []) {
      this.#block[this.#count] = sample;
      this.#count += 1;
      if (this.#count < this.#block.length) continue;
      this.port.postMessage(this.#block);
      this.#count = 0;
    }
    return true;
  }
}

registerProcessor("microphone", Microphone);
