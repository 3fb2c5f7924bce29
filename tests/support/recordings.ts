/** The core service with a speech recognition server of the test, and uploads of recordings by a person. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect } from 'vitest';
import { trustedTransport } from '../../server/ai/http/transport';
import { openAiCompatible } from '../../server/ai/transcription/openai-compatible';
import type { RecognisedSegment, TranscriptionProvider } from '../../server/ai/transcription/provider';
import { meetingCalls } from '../../server/core/meetings/contract';
import { newId } from '../../sync/model/ids';
import { UPLOAD_TOKEN_HEADER, uploadCalls } from '../../sync/protocol/uploads';
import { openCore } from './core';
import type { Engine } from './database';
import { startTranscriptionServer, type TranscriptionServer } from './transcription-server';

export const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
/** The first bytes of a WAV file. */
export const RIFF = Buffer.from('RIFF\0\0\0\0WAVE', 'latin1');

export interface Ticket {
  url: string;
  token: string;
  uploadId: string;
}

/** A segment as a provider recognises it. */
export const recognised = (text: string): RecognisedSegment => ({
  // the start of a part is in its overlap, which belongs to the part before
  start: 3_000,
  end: 4_000,
  text,
  speaker: '',
  noSpeech: null,
  logProb: null,
});

/** The provider of a company: the scripted server, unless a test replaces or disconnects it. */
export class Speech {
  connected = true;
  /** replaces the scripted server */
  standIn: TranscriptionProvider | null = null;

  constructor(readonly server: TranscriptionServer) {}

  provider(): TranscriptionProvider | null {
    if (this.standIn) return this.standIn;
    return this.connected
      ? openAiCompatible({
          endpoint: { url: this.server.url, apiKey: 'k', transport: trustedTransport },
          model: 'whisper-1',
        })
      : null;
  }

  /** A provider that does not answer until told to. */
  blocking() {
    let requests = 0;
    let entered: () => void = () => undefined;
    const asked = new Promise<void>((resolve) => (entered = resolve));
    let answer: (segments: RecognisedSegment[]) => void = () => undefined;
    const answered = new Promise<RecognisedSegment[]>((resolve) => (answer = resolve));
    let failure: Error | null = null;
    this.standIn = {
      name: 'p',
      model: 'm',
      transcribe: (_part, { signal }) => {
        requests += 1;
        entered();
        if (failure) return Promise.reject(failure);
        const aborted = new Promise<never>((_resolve, reject) =>
          signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true }),
        );
        return Promise.race([answered, aborted]);
      },
    };
    return { asked: () => asked, requests: () => requests, answer, fail: (error: Error) => void (failure = error) };
  }
}

export type Recordings = Awaited<ReturnType<typeof openRecordings>>;

export async function openRecordings(engine: Engine) {
  const server = await startTranscriptionServer();
  const speech = new Speech(server);
  const core = await openCore(engine, { provider: () => speech.provider() });
  const origin = await core.serve();
  const [ann, ben, cho] = core.people('ann', 'ben', 'cho');
  const spoken = await readFile('tests/fixtures/spoken.wav');

  const meeting = () => ann.call(meetingCalls.create, { title: `M ${newId()}` });
  const apply = (meetingId: string, size: number, over: Record<string, unknown> = {}, by = ann) =>
    by.call(uploadCalls.apply, {
      meetingId,
      recordingId: newId(),
      fileName: 'talk.wav',
      size,
      mimeType: 'audio/wav',
      ...over,
    });
  const headers = (ticket: Ticket, by = 'ann') => ({
    authorization: `Bearer ${by}`,
    [UPLOAD_TOKEN_HEADER]: ticket.token,
    'tus-resumable': '1.0.0',
  });
  const patch = (ticket: Ticket, offset: number, body: Buffer, by = 'ann') =>
    fetch(origin + ticket.url, {
      method: 'PATCH',
      headers: {
        ...headers(ticket, by),
        'upload-offset': String(offset),
        'content-type': 'application/offset+octet-stream',
      },
      body: body as Uint8Array<ArrayBuffer>,
    });
  const offset = async (ticket: Ticket) =>
    Number(
      (await fetch(origin + ticket.url, { method: 'HEAD', headers: headers(ticket) })).headers.get('upload-offset'),
    );
  const finish = (meetingId: string, ticket: Ticket, hash: string, by = ann) =>
    by.call(uploadCalls.finish, { meetingId, uploadId: ticket.uploadId, sha256: hash });
  /** Uploads a recording completely. */
  const record = async (meetingId: string, bytes: Buffer = spoken, over: Record<string, unknown> = {}) => {
    const ticket = await apply(meetingId, bytes.length, over);
    expect((await patch(ticket, 0, bytes)).status).toBe(204);
    return finish(meetingId, ticket, sha256(bytes));
  };

  return {
    core,
    speech,
    server,
    origin,
    ann,
    ben,
    cho,
    spoken,
    meeting,
    apply,
    headers,
    patch,
    offset,
    finish,
    record,
    close: async (): Promise<void> => {
      await core.close();
      await server.close();
    },
  };
}
