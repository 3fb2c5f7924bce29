/** LAME in WebAssembly, at the same rate and bit rate. */
import { createMp3Encoder } from 'wasm-media-encoders';

const encoder = createMp3Encoder();
globalThis.lame = {
  async theirs(seconds) {
    const { rate, kbps, blocks } = globalThis.mp3;
    const mp3 = await encoder;
    mp3.configure({ sampleRate: rate, channels: 1, bitrate: kbps });
    const sound = blocks(seconds);
    const at = performance.now();
    for (const block of sound) mp3.encode([block]);
    mp3.finalize();
    return (seconds * 1_000) / (performance.now() - at);
  },
};
