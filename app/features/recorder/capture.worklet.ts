/** Fallback capture without MediaStreamTrackProcessor: posts blocks of each channel to the encoder worker's port. */
declare abstract class AudioWorkletProcessor {
  readonly port: MessagePort;
}
declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void;

/**
 * samples of one message, a multiple of the render quantum of 128: single quanta would be 375 messages a second
 */
const BLOCK = 2048;

class CaptureProcessor extends AudioWorkletProcessor {
  #target: MessagePort | null = null;
  #blocks: Float32Array[] = [];
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
    // an input may gain or lose channels
    if (channels.length !== this.#blocks.length) {
      this.#send();
      this.#blocks = channels.map(() => new Float32Array(BLOCK));
      this.#filled = 0;
    }
    const length = channels[0]?.length ?? 0;
    channels.forEach((channel, at) => this.#blocks[at]!.set(channel, this.#filled));
    this.#filled += length;
    if (this.#filled >= BLOCK) this.#send();
    return true;
  }

  #send(): void {
    const filled = this.#filled;
    if (!filled) return;
    const blocks = this.#blocks.map((block) => (filled < BLOCK ? block.slice(0, filled) : block));
    this.#target?.postMessage(
      blocks,
      blocks.map(({ buffer }) => buffer),
    );
    this.#blocks = this.#blocks.map(() => new Float32Array(BLOCK));
    this.#filled = 0;
  }
}
registerProcessor('satchel-capture', CaptureProcessor);
