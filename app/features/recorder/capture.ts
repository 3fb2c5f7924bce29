/** Microphone and tab sound as a source for the encoder worker. */
import type { CaptureSource } from '../../../sync/engine/recording/encoder-api';
import workletUrl from './capture.worklet.ts?worker&url';
import type { AudioSource, RecorderFailure } from './machine';

/** blocks of 10 ms that are buffered while the worker writes: half a minute */
const WAITING_BLOCKS = 3000;

/** Chromium's, not yet in TypeScript's DOM types. */
declare class MediaStreamTrackProcessor {
  constructor(init: { track: MediaStreamTrack; maxBufferSize?: number });
  readonly readable: ReadableStream<AudioData>;
}

export interface Capture {
  source: CaptureSource;
  /** objects to transfer with `source` */
  transfer: Transferable[];
  /** Mutes the device while paused, so that nothing is captured. */
  setEnabled(enabled: boolean): void;
  /** Shares sound again after the sharing has ended; only for both sources. Throws CaptureError. */
  share?: () => Promise<void>;
  close(): void;
}

export class CaptureError extends Error {
  constructor(
    readonly code: RecorderFailure,
    cause?: unknown,
  ) {
    super(code, { cause });
  }
}

/**
 * A meeting room is not a call: echo cancellation and noise suppression remove distant voices, so both are off;
 * automatic gain is on.
 */
const MICROPHONE: MediaTrackConstraints = {
  channelCount: 1,
  echoCancellation: false,
  noiseSuppression: false,
  autoGainControl: true,
};

function failure(error: unknown, source: AudioSource): CaptureError {
  const name = (error as { name?: string }).name ?? '';
  if (name === 'NotAllowedError' || name === 'SecurityError')
    return new CaptureError(source === 'system' ? 'cancelled' : 'micDenied', error);
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return new CaptureError('micMissing', error);
  if (name === 'NotReadableError' || name === 'AbortError') return new CaptureError('micBusy', error);
  return new CaptureError('unknown', error);
}

async function microphone(): Promise<MediaStream> {
  try {
    return await navigator.mediaDevices.getUserMedia({ audio: MICROPHONE });
  } catch (error) {
    throw failure(error, 'microphone');
  }
}

interface Opened {
  track: MediaStreamTrack;
  /** every track whose loss ends the sound */
  inputs: MediaStreamTrack[];
  /** Pauses or continues all tracks. */
  setEnabled: (enabled: boolean) => void;
  /** Shares sound again after the sharing has ended; the recording continues. Throws CaptureError. */
  share?: () => Promise<void>;
  close: () => void;
}

const enable = (tracks: readonly MediaStreamTrack[], enabled: boolean): void =>
  tracks.forEach((track) => {
    track.enabled = enabled;
  });

/** Sound that the person shares: of a tab, a window, or the whole computer. */
async function sharedSound(): Promise<{ sound: MediaStreamTrack; stop: () => void }> {
  let shared: MediaStream;
  try {
    // without processing, which would remove what is not speech
    const audio = { echoCancellation: false, noiseSuppression: false, autoGainControl: false };
    shared = await navigator.mediaDevices.getDisplayMedia({ video: true, audio });
  } catch (error) {
    throw failure(error, 'system');
  }
  const stop = (): void => shared.getTracks().forEach((track) => track.stop());
  const [sound] = shared.getAudioTracks();
  if (sound) return { sound, stop };
  stop();
  throw new CaptureError('systemAudioMissing');
}

async function openSystem(): Promise<Opened> {
  const { sound, stop } = await sharedSound();
  return { track: sound, inputs: [sound], setEnabled: (enabled) => enable([sound], enabled), close: stop };
}

async function openMicrophone(): Promise<Opened> {
  const stream = await microphone();
  const track = stream.getAudioTracks()[0]!;
  return { track, inputs: [track], setEnabled: (enabled) => enable([track], enabled), close: () => track.stop() };
}

/**
 * The microphone in the left channel of one track, shared sound in the right one. The audio graph keeps both in step
 * although they come from different clocks. When the sharing ends, the right channel is silent and the recording
 * continues.
 */
async function openBoth(onShared: (isOn: boolean) => void): Promise<Opened> {
  let shared = await sharedSound();
  const own = await microphone().catch((error: unknown) => {
    shared.stop();
    throw error;
  });
  const [voice] = own.getAudioTracks() as [MediaStreamTrack];
  const context = new AudioContext();
  const merger = context.createChannelMerger(2);
  const output = context.createMediaStreamDestination();
  merger.connect(output);
  // a merger's input is mono: several channels of a source are mixed
  const connect = (track: MediaStreamTrack, channel: 0 | 1): AudioNode => {
    const node = context.createMediaStreamSource(new MediaStream([track]));
    node.connect(merger, 0, channel);
    return node;
  };
  connect(voice, 0);
  let right = connect(shared.sound, 1);
  const watch = (track: MediaStreamTrack): void =>
    track.addEventListener('ended', () => track === shared.sound && onShared(false));
  watch(shared.sound);
  await context.resume();
  return {
    track: output.stream.getAudioTracks()[0]!,
    inputs: [voice],
    setEnabled: (enabled) => enable([voice, shared.sound], enabled),
    async share() {
      const again = await sharedSound();
      // the recording has ended while the person chose: nothing else would end the sharing
      if (context.state === 'closed') return again.stop();
      right.disconnect();
      shared.stop();
      shared = again;
      right = connect(again.sound, 1);
      watch(again.sound);
      onShared(true);
    },
    close: () => {
      const { stop } = shared;
      stop();
      voice.stop();
      void context.close();
    },
  };
}

async function throughWorklet(
  track: MediaStreamTrack,
): Promise<{ source: CaptureSource; transfer: Transferable[]; close: () => void }> {
  const context = new AudioContext();
  await context.audioWorklet.addModule(workletUrl);
  const node = new AudioWorkletNode(context, 'satchel-capture', { numberOfOutputs: 0 });
  const { port1, port2 } = new MessageChannel();
  node.port.postMessage({ target: port1 }, [port1]);
  context.createMediaStreamSource(new MediaStream([track])).connect(node);
  await context.resume();
  return {
    source: { kind: 'port', port: port2, rate: context.sampleRate },
    transfer: [port2],
    close: () => void context.close(),
  };
}

/**
 * Opens the input. Throws CaptureError.
 * @param onLost   the device was unplugged, muted by the system, or its permission revoked
 * @param onShared the sharing beside the microphone ended, or began again
 */
export async function openCapture(
  from: AudioSource,
  onLost: () => void,
  onShared: (isOn: boolean) => void,
): Promise<Capture> {
  if (!navigator.mediaDevices?.getUserMedia) throw new CaptureError('unsupported');
  const open = { microphone: openMicrophone, system: openSystem, both: () => openBoth(onShared) };
  const opened = await open[from]();
  for (const input of opened.inputs) {
    input.addEventListener('ended', onLost);
    input.addEventListener('mute', onLost);
  }
  const close = (): void => {
    for (const input of opened.inputs) {
      input.removeEventListener('ended', onLost);
      input.removeEventListener('mute', onLost);
    }
    opened.close();
  };
  const { setEnabled, share } = opened;
  const shared = { setEnabled, ...(share ? { share } : {}) };
  if ('MediaStreamTrackProcessor' in globalThis) {
    const { readable } = new MediaStreamTrackProcessor({ track: opened.track, maxBufferSize: WAITING_BLOCKS });
    const source = { kind: 'stream', readable, timeOrigin: performance.timeOrigin } as const;
    return { source, transfer: [readable as unknown as Transferable], ...shared, close };
  }
  const worklet = await throughWorklet(opened.track).catch((error: unknown) => {
    close();
    throw new CaptureError('unsupported', error);
  });
  return {
    source: worklet.source,
    transfer: worklet.transfer,
    ...shared,
    close: () => {
      worklet.close();
      close();
    },
  };
}
