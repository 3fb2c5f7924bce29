/**
 * Opens a recording and gives parts of it as files of their own, by demuxing and remuxing (no ffmpeg). A truncated webm can be read up
 * to where it ends.
 */
import {
  BufferTarget,
  CustomSource,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  Input,
  Mp3InputFormat,
  Mp3OutputFormat,
  Output,
  WebMInputFormat,
  MatroskaInputFormat,
  WebMOutputFormat,
  type EncodedPacket,
  type InputAudioTrack,
} from 'mediabunny';
import { ProviderFailure, type AudioPart } from '../provider';
import type { ByteSource } from './bytes';
import { energyOf } from './energy';
import { wavFile, wavFormat, wavSamples, WAV_RATE } from './wav';

export interface Cut extends AudioPart {
  /** energy by window where it is cheap to know (PCM), otherwise null */
  energy: Float32Array | null;
}

export interface Cutter {
  /** milliseconds */
  durationMs: number;
  /** bytes a second of a part, on average: the plan keeps parts below the limit of servers */
  bytesPerSecond: number;
  cut(startMs: number, endMs: number): Promise<Cut>;
  dispose(): void;
}

export type AudioKind = 'wav' | 'webm' | 'mp3';

async function wavCutter(source: ByteSource): Promise<Cutter> {
  const format = await wavFormat(source);
  return {
    durationMs: format.durationMs,
    bytesPerSecond: WAV_RATE * 2,
    async cut(startMs, endMs) {
      const samples = await wavSamples(source, format, startMs, endMs);
      return {
        bytes: wavFile(samples),
        mimeType: 'audio/wav',
        fileName: 'part.wav',
        durationMs: Math.round((samples.length / WAV_RATE) * 1000),
        energy: energyOf(samples),
      };
    },
    dispose: () => undefined,
  };
}

/** Packets from the one that sounds at `startMs` until `endMs`. */
async function* packetsBetween(sink: EncodedPacketSink, startMs: number, endMs: number): AsyncGenerator<EncodedPacket> {
  const first = (await sink.getPacket(startMs / 1000)) ?? (await sink.getFirstPacket());
  if (!first) return;
  for await (const packet of sink.packets(first)) {
    if (packet.timestamp >= endMs / 1000) return;
    yield packet;
  }
}

async function remux(track: InputAudioTrack, kind: 'webm' | 'mp3', startMs: number, endMs: number): Promise<Cut> {
  const codec = await track.getCodec();
  const decoderConfig = await track.getDecoderConfig();
  if (!codec || !decoderConfig) throw new ProviderFailure('refused', 'the sound in this file is of no known kind');
  const target = new BufferTarget();
  const output = new Output({
    format: kind === 'mp3' ? new Mp3OutputFormat({ xingHeader: false }) : new WebMOutputFormat(),
    target,
  });
  const packets = new EncodedAudioPacketSource(codec);
  output.addAudioTrack(packets);
  await output.start();
  let offset: number | null = null;
  let endS = 0;
  for await (const packet of packetsBetween(new EncodedPacketSink(track), startMs, endMs)) {
    offset ??= packet.timestamp;
    await packets.add(packet.clone({ timestamp: packet.timestamp - offset }), { decoderConfig });
    endS = packet.timestamp - offset + packet.duration;
  }
  if (offset === null) {
    await output.cancel();
    return {
      bytes: new Uint8Array(0),
      mimeType: `audio/${kind}`,
      fileName: `part.${kind}`,
      durationMs: 0,
      energy: null,
    };
  }
  await output.finalize();
  return {
    bytes: new Uint8Array(target.buffer!),
    mimeType: kind === 'mp3' ? 'audio/mpeg' : 'audio/webm',
    fileName: `part.${kind}`,
    durationMs: Math.round(endS * 1000),
    energy: null,
  };
}

async function compressedCutter(source: ByteSource, kind: 'webm' | 'mp3'): Promise<Cutter> {
  const input = new Input({
    formats: kind === 'mp3' ? [new Mp3InputFormat()] : [new WebMInputFormat(), new MatroskaInputFormat()],
    // read ahead: a frame is some hundred bytes, and each read opens the blob
    source: new CustomSource({
      getSize: () => source.size,
      read: (start, end) => source.read(start, end),
      prefetchProfile: 'fileSystem',
      maxCacheSize: 4 * 1024 * 1024,
    }),
  });
  try {
    const track = await input.getPrimaryAudioTrack();
    if (!track) throw new ProviderFailure('refused', 'there is no sound in this file');
    const durationMs = Math.round((await input.computeDuration([track])) * 1000);
    return {
      durationMs,
      bytesPerSecond: Math.ceil(source.size / Math.max(1, durationMs / 1000)),
      cut: (startMs, endMs) => remux(track, kind, startMs, endMs),
      dispose: () => input.dispose(),
    };
  } catch (error) {
    input.dispose();
    throw error instanceof ProviderFailure ? error : new ProviderFailure('refused', `this ${kind} cannot be read`);
  }
}

/** Opens a recording. Throws ProviderFailure('refused') for what cannot be read. */
export const openAudio = (source: ByteSource, kind: AudioKind): Promise<Cutter> =>
  kind === 'wav' ? wavCutter(source) : compressedCutter(source, kind);
