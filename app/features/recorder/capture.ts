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
  close: () => void;
}

/** Tab or system sound, mixed with the microphone. */
async function openSystem(): Promise<Opened> {
  let shared: MediaStream;
  try {
    shared = await navigator.mediaDevices.getDisplayMedia({ video: true, audio: true });
  } catch (error) {
    throw failure(error, 'system');
  }
  const stop = (): void => shared.getTracks().forEach((track) => track.stop());
  const [sound] = shared.getAudioTracks();
  if (!sound) {
    stop();
    throw new CaptureError('systemAudioMissing');
  }
  const own = await microphone().catch((error: unknown) => {
    stop();
    throw error;
  });
  const context = new AudioContext();
  const mixed = context.createMediaStreamDestination();
  for (const stream of [new MediaStream([sound]), own]) context.createMediaStreamSource(stream).connect(mixed);
  const close = (): void => {
    stop();
    own.getTracks().forEach((track) => track.stop());
    void context.close();
  };
  return { track: mixed.stream.getAudioTracks()[0]!, inputs: [sound, ...own.getAudioTracks()], close };
}

async function openMicrophone(): Promise<Opened> {
  const stream = await microphone();
  const track = stream.getAudioTracks()[0]!;
  return { track, inputs: [track], close: () => track.stop() };
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
 * @param onLost the device was unplugged, muted by the system, or its permission revoked
 */
export async function openCapture(from: AudioSource, onLost: () => void): Promise<Capture> {
  if (!navigator.mediaDevices?.getUserMedia) throw new CaptureError('unsupported');
  const opened = await (from === 'system' ? openSystem() : openMicrophone());
  for (const input of opened.inputs) {
    input.addEventListener('ended', onLost);
    input.addEventListener('mute', onLost);
  }
  const setEnabled = (enabled: boolean): void =>
    opened.inputs.forEach((input) => {
      input.enabled = enabled;
    });
  const close = (): void => {
    for (const input of opened.inputs) {
      input.removeEventListener('ended', onLost);
      input.removeEventListener('mute', onLost);
    }
    opened.close();
  };
  if ('MediaStreamTrackProcessor' in globalThis) {
    const { readable } = new MediaStreamTrackProcessor({ track: opened.track, maxBufferSize: WAITING_BLOCKS });
    return { source: { kind: 'stream', readable }, transfer: [readable as unknown as Transferable], setEnabled, close };
  }
  const worklet = await throughWorklet(opened.track).catch((error: unknown) => {
    close();
    throw new CaptureError('unsupported', error);
  });
  return {
    source: worklet.source,
    transfer: worklet.transfer,
    setEnabled,
    close: () => {
      worklet.close();
      close();
    },
  };
}
