/** Fallback capture without MediaStreamTrackProcessor: posts mono blocks to the encoder worker's port. */
declare abstract class AudioWorkletProcessor {
  readonly port: MessagePort;
}
declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void;

/** samples of one message: single render quanta of 128 would be 375 messages a second */
const BLOCK = 2048;

class CaptureProcessor extends AudioWorkletProcessor {
  #target: MessagePort | null = null;
  #block = new Float32Array(BLOCK);
  #filled = 0;

  constructor() {
    super();
    this.port.onmessage = ({ data }: MessageEvent<{ target: MessagePort }>) => {
      this.#target = data.target;
    };
  }

  /** @param inputs one input of any number of channels, 128 samples each */
  process(inputs: Float32Array[][]): boolean {
    const channels = inputs[0] ?? [];
    const length = channels[0]?.length ?? 0;
    for (let i = 0; i < length; i += 1) {
      let sum = 0;
      for (const channel of channels) sum += channel[i]!;
      this.#block[this.#filled] = sum / channels.length;
      this.#filled += 1;
      if (this.#filled === BLOCK) this.#send();
    }
    return true;
  }

  #send(): void {
    this.#target?.postMessage(this.#block, [this.#block.buffer]);
    this.#block = new Float32Array(BLOCK);
    this.#filled = 0;
  }
}
registerProcessor('satchel-capture', CaptureProcessor);
