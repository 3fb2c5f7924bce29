/** WebM files of given packets, for tests. */
import {
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedPacketSink,
  Output,
  WebMOutputFormat,
} from 'mediabunny';
import type { ByteSource } from '../../server/ai/transcription/audio/bytes';
import { openInput } from '../../server/ai/transcription/audio/input';

export interface SoundPacket {
  data: Uint8Array;
  /** from the start of the file */
  seconds: number;
}

export async function packetsOf(source: ByteSource): Promise<SoundPacket[]> {
  const input = await openInput(source, 'webm');
  const track = (await input.getPrimaryAudioTrack())!;
  const packets: SoundPacket[] = [];
  for await (const { data, timestamp } of new EncodedPacketSink(track).packets())
    packets.push({ data, seconds: timestamp });
  input.dispose();
  return packets;
}

export async function webmOf(packets: readonly SoundPacket[], codec: 'opus' | 'vorbis' = 'opus'): Promise<Uint8Array> {
  const target = new BufferTarget();
  const output = new Output({ format: new WebMOutputFormat(), target });
  const source = new EncodedAudioPacketSource(codec);
  output.addAudioTrack(source);
  await output.start();
  for (const { data, seconds } of packets)
    await source.add(new EncodedPacket(data, 'key', seconds, 0.06), {
      decoderConfig: {
        ...{ codec, numberOfChannels: 1, sampleRate: 48_000 },
        // the three headers of Vorbis
        ...(codec === 'vorbis' ? { description: Uint8Array.of(2, 1, 1, 1, 3, 5) } : {}),
      },
    });
  await output.finalize();
  return new Uint8Array(target.buffer!);
}
