/**
 * Opens a recording and cuts parts of it into files of their own by demuxing and remuxing (no ffmpeg). A truncated WebM
 * file is readable up to its end.
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
  /** energy by window if it is cheap to compute (PCM), otherwise null */
  energy: Float32Array | null;
}

export interface Cutter {
  /** milliseconds */
  durationMs: number;
  /** average bytes per second of a part; the plan uses it to keep parts below the size limits of servers */
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

/** Packets from the one that plays at `startMs` until `endMs`. */
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
    // Read ahead: a frame has some hundred bytes, and each read opens the blob.
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

/** Opens a recording. Throws ProviderFailure('refused') for an unreadable file. */
export const openAudio = (source: ByteSource, kind: AudioKind): Promise<Cutter> =>
  kind === 'wav' ? wavCutter(source) : compressedCutter(source, kind);
