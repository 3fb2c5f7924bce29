/**
 * Simulates corrections on two devices, offline and online, and transcriptions of the same recording, in any order. No
 * corrected text or speaker may be lost: it is in the transcript, its history, or a conflict version of the device.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { correctedText, withCorrected } from '../../../sync/model/corrections';
import type { Meeting } from '../../../sync/model/kinds/meetings';
import type { Segment } from '../../../sync/model/kinds/transcripts';
import { nextRev } from '../../../sync/model/rev';
import { mergeDocument, type Version } from '../../../sync/merge/merge';
import { sameValue, type FieldConflict } from '../../../sync/merge/values';
import type { RecognisedSegment } from '../../ai/transcription/provider';
import type { PushPolicy, StoredDoc } from '../../sync/store';
import { transcriptPolicy } from './content-policies';
import { withRecognised } from './recognised';

const RECORDING = 'r1';
/** sentences of the recording, two seconds each */
const SENTENCES = 3;
/** shift of the times in a transcription of the way 'shifted', in milliseconds */
const SHIFT_MS = 100;
const meeting = { participants: [], recordings: [{ id: RECORDING }] } as unknown as Pick<
  Meeting,
  'participants' | 'recordings'
>;

type Content = Pick<StoredDoc<'transcripts'>, 'segments' | 'corrections'>;
type Transcript = Version & Content;

const heard = (start: number, end: number, text: string): RecognisedSegment => ({
  ...{ start, end, text, speaker: '', noSpeech: null, logProb: null },
});
type Way = 'same' | 'joined' | 'shifted' | 'silent' | 'half';

/** The result of a provider; each transcription has other words. */
function recognition(way: Way, round: number): RecognisedSegment[] {
  const sentences = Array.from({ length: SENTENCES }, (_, i) =>
    heard(i * 2000, i * 2000 + 1800, `heard ${i} in round ${round}`),
  );
  switch (way) {
    case 'same':
      return sentences;
    case 'joined':
      return [heard(0, SENTENCES * 2000, sentences.map(({ text }) => text).join(' '))];
    case 'shifted':
      return sentences.map((each) => ({ ...each, start: each.start + SHIFT_MS, end: each.end + SHIFT_MS }));
    case 'silent':
      return [];
    case 'half':
      return sentences.slice(1);
  }
}

interface Made {
  field: 'text' | 'speaker';
  value: string;
  device: number;
  segmentId: string;
}

class Server {
  doc: Transcript;
  private round = 0;

  constructor() {
    this.doc = { id: 'm', rev: nextRev(), updatedAt: 0, segments: [], corrections: [] } as unknown as Transcript;
    this.recognise('same', 1);
  }

  recognise(way: Way, now: number): void {
    this.round += 1;
    const recognised = recognition(way, this.round);
    const { segments, corrections } = withRecognised(this.doc, meeting, {
      ...{ recordingId: RECORDING, recognised, recorder: null, now },
    });
    this.write({ segments, corrections }, now);
  }

  /** Pushes the device's document, which was merged with the server's. Returns the code of a refusal, '' if accepted. */
  async push(userId: string, after: Transcript): Promise<string> {
    const before = this.doc;
    const changed = ['segments', 'corrections'].filter((field) => !sameValue(before[field], after[field]));
    let stored: Content | null = null;
    const write = {
      tx: { put: (_: string, __: string, fields: Content) => (stored = { ...(stored ?? after), ...fields }) },
      actor: { userId },
      ...{ before, after, changed },
    } as unknown as Parameters<PushPolicy<'transcripts'>['check']>[0];
    try {
      await transcriptPolicy.check(write);
    } catch (error) {
      return (error as { code: string }).code;
    }
    this.doc = after;
    await transcriptPolicy.apply!(write);
    if (stored) this.write(stored, Number(after['updatedAt']));
    return '';
  }

  private write({ segments, corrections }: Partial<Content>, now: number): void {
    this.doc = {
      ...this.doc,
      segments: segments!,
      corrections,
      rev: nextRev(this.doc['rev'] as string),
      updatedAt: now,
    };
  }
}

class Device {
  private base: Transcript;
  doc: Transcript;
  readonly conflicts: FieldConflict[] = [];

  constructor(
    private readonly userId: string,
    private readonly server: Server,
  ) {
    this.base = this.doc = server.doc;
  }

  /** Corrects a segment and returns its id; undefined if there are no segments. */
  correct(at: number, field: Made['field'], value: string, now: number): string | undefined {
    const segment = this.doc.segments[at % Math.max(1, this.doc.segments.length)];
    if (!segment) return undefined;
    const change = (each: Segment) =>
      each.id !== segment.id ? null : field === 'text' ? correctedText(each, value) : { participantId: value };
    const content = withCorrected(this.doc, change, { userId: this.userId, at: now });
    const rev = nextRev(this.doc['rev'] as string);
    this.doc = { ...this.doc, ...content, rev, updatedAt: now, recency: -now };
    return segment.id;
  }

  async sync(): Promise<void> {
    const theirs = this.server.doc;
    if (this.doc['rev'] === this.base['rev']) {
      this.base = this.doc = theirs;
      return;
    }
    if (theirs['rev'] !== this.base['rev']) {
      const { merged, conflicts } = mergeDocument('transcripts', this.base, this.doc, theirs);
      this.conflicts.push(...conflicts);
      [this.base, this.doc] = [theirs, merged as Transcript];
    }
    if (this.doc['rev'] !== theirs['rev']) expect(await this.server.push(this.userId, this.doc)).toBe('');
    this.base = this.doc = this.server.doc;
  }
}

const Step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('correct' as const),
      field: fc.constantFrom('text' as const, 'speaker' as const),
      device: fc.nat(1),
      at: fc.nat(SENTENCES),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('sync' as const), device: fc.nat(1) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('recognise' as const),
      way: fc.constantFrom<Way>('same', 'joined', 'shifted', 'silent', 'half'),
    }),
  },
);

async function after(steps: readonly (typeof Step extends fc.Arbitrary<infer S> ? S : never)[]) {
  const server = new Server();
  const devices = ['ann', 'ben'].map((userId) => new Device(userId, server));
  let made: Made[] = [];
  const written = new Set<string>();
  for (const [i, step] of steps.entries()) {
    const now = 10 + i;
    if (step.do === 'recognise') server.recognise(step.way, now);
    else if (step.do === 'sync') await devices[step.device]!.sync();
    else {
      const { device, field } = step;
      const value = `${field === 'text' ? 'Written' : 'named'} by ${device} as number ${i}.`;
      const segmentId = devices[device]!.correct(step.at, field, value, now);
      // a correction replaces an earlier one by the same device
      made = made.filter((m) => m.device !== device || m.field !== field || m.segmentId !== segmentId);
      if (segmentId !== undefined) made.push({ field, value, device, segmentId });
      written.add(value);
    }
  }
  // twice, since the first device lacks what the second one pushes
  for (const device of [...devices, ...devices]) await device.sync();
  return { server, devices, made, written };
}

it('no correction is lost for any order of devices and transcriptions', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(Step, { maxLength: 14 }), async (steps) => {
      const { server, devices, made } = await after(steps);
      expect(devices.map(({ doc }) => doc['rev'])).toEqual([server.doc['rev'], server.doc['rev']]);
      const stored = JSON.stringify([server.doc.segments, server.doc.corrections]);
      const lost = made.filter(
        ({ value, device }) => !stored.includes(value) && !JSON.stringify(devices[device]!.conflicts).includes(value),
      );
      expect(lost).toEqual([]);
    }),
    { numRuns: 300 },
  );
});

it('a correction that is only in the history survives a transcription without segments', async () => {
  const { server } = await after([
    { do: 'correct', field: 'text', device: 0, at: 0 },
    { do: 'sync', device: 0 },
    { do: 'recognise', way: 'joined' },
    { do: 'recognise', way: 'silent' },
  ]);
  expect(JSON.stringify(server.doc.corrections)).toContain('Written by 0 as number 0.');
});

it('the later of two corrections by one person is shown, despite a transcription between them', async () => {
  for (const way of ['same', 'shifted'] as const) {
    const { server } = await after([
      { do: 'correct', field: 'text', device: 0, at: 0 },
      { do: 'sync', device: 0 },
      { do: 'recognise', way },
      { do: 'correct', field: 'text', device: 0, at: 0 },
    ]);
    expect(server.doc.segments[0]?.text).toBe('Written by 0 as number 3.');
    expect(JSON.stringify(server.doc.corrections)).toContain('Written by 0 as number 0.');
  }
});

it('a corrected sentence shows the correction as long as the segment boundaries stay the same', async () => {
  const alike = fc.array(
    Step.filter((step) => step.do !== 'recognise' || ['same', 'shifted'].includes(step.way)),
    {
      maxLength: 14,
    },
  );
  await fc.assert(
    fc.asyncProperty(alike, async (steps) => {
      const { server, written } = await after(steps);
      const shown = server.doc.segments.map(({ text }) => text);
      expect(shown).toHaveLength(SENTENCES);
      const sentences = new Set(
        steps.flatMap((step) => (step.do === 'correct' && step.field === 'text' ? [step.at % SENTENCES] : [])),
      );
      expect(shown.filter((text) => text.startsWith('Written by'))).toHaveLength(sentences.size);
      expect(shown.every((text) => text.startsWith('heard') || written.has(text))).toBe(true);
    }),
    { numRuns: 300 },
  );
});
