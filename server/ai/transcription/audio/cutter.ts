/**
 * Opens a recording and cuts parts of it into separate files by demuxing and remuxing (without ffmpeg). A truncated WebM
 * file is readable up to its last complete block.
 */
import {
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  Mp3OutputFormat,
  Output,
  WebMOutputFormat,
  type EncodedPacket,
  type InputAudioTrack,
} from 'mediabunny';
import { ProviderFailure } from '../../failure';
import type { AudioPart } from '../provider';
import { bytesOf, type ByteSource } from './bytes';
import { energyOf, loudestOf } from './energy';
import { openInput } from './input';
import { mp3Blocks } from './mp3';
import { opusBlocks } from './opus';
import { samplesOf, type Block } from './samples';
import { wavFile, wavFormat, wavSamples, WAV_RATE } from './wav';

export interface Cut extends AudioPart {
  /** energy by window; null for audio that is not decoded here (WebM without Opus) or damaged */
  energy: Float32Array | null;
}

export interface Cutter {
  /** milliseconds */
  durationMs: number;
  /** average bytes per second of a part; the plan uses it to keep parts below the size limits of servers */
  bytesPerSecond: number;
  /** 2 if the channels are the recording person and the others; each is cut separately */
  tracks: 1 | 2;
  cut(startMs: number, endMs: number, track?: number): Promise<Cut>;
  dispose(): void;
}

export type AudioKind = 'wav' | 'webm' | 'mp3';

const wavCut = (samples: Int16Array): Cut => ({
  bytes: wavFile(samples),
  mimeType: 'audio/wav',
  fileName: 'part.wav',
  durationMs: Math.round((samples.length / WAV_RATE) * 1000),
  energy: energyOf(samples),
});

async function wavCutter(source: ByteSource): Promise<Cutter> {
  const format = await wavFormat(source);
  return {
    durationMs: format.durationMs,
    bytesPerSecond: WAV_RATE * 2,
    tracks: 1,
    cut: async (startMs, endMs) => wavCut(await wavSamples(source, format, startMs, endMs)),
    dispose: () => undefined,
  };
}

/** Packets from the one that plays at `startMs` up to `endMs`. */
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
  if (!codec || !decoderConfig) throw new ProviderFailure('refused', 'unknown audio codec');
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

/** Energy of decoded audio; null if there is none. */
async function energyOfBlocks(blocks: AsyncIterable<Block>): Promise<Float32Array | null> {
  const { channels, rate } = await samplesOf(blocks);
  return rate ? loudestOf(channels.map((samples) => energyOf(samples, rate))) : null;
}

/** A part of a file in its original encoding, with its energy. */
async function partOf(track: InputAudioTrack, kind: 'webm' | 'mp3', startMs: number, endMs: number): Promise<Cut> {
  const part = await remux(track, kind, startMs, endMs);
  if (part.bytes.byteLength === 0) return part;
  const energy =
    kind === 'mp3'
      ? await energyOfBlocks(mp3Blocks([part.bytes]))
      : // not decodable here: sent without energy, the provider may know the codec
        await energyOfBlocks(opusBlocks(bytesOf(part.bytes))).catch(() => null);
  return { ...part, energy };
}

/** Cuts single channels of an MP3 at WAV_RATE, as WAV. Both channels of a part are decoded once. */
function channelCutter(track: InputAudioTrack): Cutter['cut'] {
  let last = { key: '', channels: [] as Int16Array[] };
  return async (startMs, endMs, channel = 0) => {
    const key = `${startMs}-${endMs}`;
    if (last.key !== key) {
      const { bytes } = await remux(track, 'mp3', startMs, endMs);
      last = { key, channels: (await samplesOf(mp3Blocks([bytes]))).channels };
    }
    return wavCut(last.channels[channel] ?? new Int16Array(0));
  };
}

async function compressedCutter(source: ByteSource, kind: 'webm' | 'mp3', tracks: 1 | 2): Promise<Cutter> {
  const input = await openInput(source, kind);
  try {
    const track = await input.getPrimaryAudioTrack();
    if (!track) throw new ProviderFailure('refused', 'there is no audio in this file');
    const durationMs = Math.round((await input.computeDuration([track])) * 1000);
    const dispose = (): void => input.dispose();
    // the device reports two tracks: check that the file has two different channels
    if (tracks === 2 && kind === 'mp3' && (await isSplit(track)))
      return { durationMs, bytesPerSecond: WAV_RATE * 2, tracks: 2, cut: channelCutter(track), dispose };
    return {
      durationMs,
      bytesPerSecond: Math.ceil(source.size / Math.max(1, durationMs / 1000)),
      tracks: 1,
      cut: (startMs, endMs) => partOf(track, kind, startMs, endMs),
      dispose,
    };
  } catch (error) {
    input.dispose();
    throw error instanceof ProviderFailure ? error : new ProviderFailure('refused', `this ${kind} cannot be read`);
  }
}

const isSplit = async (track: InputAudioTrack): Promise<boolean> =>
  (await track.getNumberOfChannels()) === 2 && (await track.getSampleRate()) === WAV_RATE;

/**
 * Opens a recording. Throws ProviderFailure('refused') for an unreadable file.
 * @param tracks 2 if its channels are the recording person and the others
 */
export const openAudio = (source: ByteSource, kind: AudioKind, tracks: 1 | 2 = 1): Promise<Cutter> =>
  kind === 'wav' ? wavCutter(source) : compressedCutter(source, kind, tracks);
