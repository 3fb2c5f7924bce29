/** Decodes Opus audio in WebM or Matroska files by WebAssembly. */
import { setImmediate } from 'node:timers/promises';
import { EncodedPacketSink } from 'mediabunny';
import { OpusDecoder } from 'opus-decoder';
import { ProviderFailure } from '../../failure';
import type { ByteSource } from './bytes';
import { openInput } from './input';
import type { Block } from './samples';
import { WAV_RATE } from './wav';

/** packets of 20 ms decoded per turn of the event loop, which takes some milliseconds */
const STEP_PACKETS = 50;
/** least seconds without packets that count as a pause, not as rounding */
const PAUSE_S = 0.1;
/** longest pause in seconds: limits the silence that a wrong timestamp creates */
const PAUSE_MAX_S = 4 * 60 * 60;

/** Number of channels; null for more than two, whose order depends on the header. */
const channelsOf = (channels: number): 1 | 2 | null => (channels === 1 || channels === 2 ? channels : null);

/**
 * Blocks of samples −1…1 at WAV_RATE; pauses of the recording become silence. Empty for other codecs and for more than two
 * channels. Throws ProviderFailure('refused') for an unreadable file or damaged packets.
 */
export async function* opusBlocks(source: ByteSource): AsyncGenerator<Block> {
  const input = await openInput(source, 'webm');
  try {
    const track = await input.getPrimaryAudioTrack().catch(() => null);
    if (!track) throw new ProviderFailure('refused', 'there is no audio in this file');
    const channels = channelsOf(await track.getNumberOfChannels());
    if ((await track.getCodec()) !== 'opus' || !channels) return;
    const decoder = new OpusDecoder({ channels, sampleRate: WAV_RATE });
    await decoder.ready;
    try {
      let packets = 0;
      let endS = 0;
      for await (const packet of new EncodedPacketSink(track).packets()) {
        const pauseS = Math.min(PAUSE_MAX_S, packet.timestamp - endS);
        if (packets > 0 && pauseS > PAUSE_S)
          for (let s = 0; s < pauseS; s += 1) {
            const silence = new Float32Array(Math.round(WAV_RATE * Math.min(1, pauseS - s)));
            yield { channels: Array.from({ length: channels }, () => silence), rate: WAV_RATE };
          }
        endS = packet.timestamp + packet.duration;
        const { channelData, samplesDecoded, errors } = decoder.decodeFrame(packet.data);
        // a damaged packet must not be treated as silence
        if (errors.length > 0) throw new ProviderFailure('refused', 'the audio in this file is damaged');
        if (samplesDecoded > 0) yield { channels: channelData, rate: WAV_RATE };
        packets += 1;
        if (packets % STEP_PACKETS === 0) await setImmediate();
      }
    } finally {
      decoder.free();
    }
  } finally {
    input.dispose();
  }
}
