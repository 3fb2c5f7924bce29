/** A core with a scripted model and meetings that have transcripts, for tests of summaries. */
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { meetingCalls } from '../../server/core/meetings/contract';
import { summaryCalls } from '../../server/core/summaries/contract';
import { stateFromMarkdown } from '../../sync/merge/note-text';
import { meetingNoteId, newId, spaceOf } from '../../sync/model/ids';
import { openCore, type Core, type Person } from './core';
import type { Engine } from './database';
import { startModelServer, type ModelAnswer, type ModelRequest, type ModelServer } from './model-server';
import { providerRegistry } from './provider-registry';
import { segmentFields, transcriptFields } from './transcripts';

/** The lines of a meeting, by Ben. */
export const SAID = [
  'Good morning, let us look at the budget of the spring release.',
  'The budget is five million yen, and Mei presents it on Friday.',
  'The share button has to be easier to see before we open the app to everybody.',
  'I can draw a new version of the button by Thursday.',
  'So the date stays as it is: we start on the twentieth of April.',
  'Who answers the questions of the shops is still open.',
];

/** Points that the model finds in SAID; no line supports the last one. */
export const POINTS = [
  {
    kind: 'decision',
    text: 'The spring release starts on the twentieth of April.',
    moments: [{ segment: 6, words: 'we start on the twentieth of April' }],
  },
  {
    kind: 'action',
    text: 'Draw a new version of the share button.',
    who: 'Ben',
    due: 'Thursday',
    moments: [{ segment: 5, words: 'draw a new version of the button' }],
  },
  {
    kind: 'decision',
    text: 'The trial is extended to all shops in Osaka.',
    moments: [{ segment: 3, words: 'extended to all shops in Osaka' }],
  },
];

/** The model's summary of SAID; no line supports its second and fourth sentences. */
export const TEXT = `## Budget

- The budget is five million yen. [[3: "The budget is five million yen"]]
- The trial was a failure in every shop. [[2: "trial failed in every shop"]]

## Decisions

- The release starts on the twentieth of April. [[1: "we start on the twentieth of April"]]
- Ben moves the share button. [[2: "let us look at the budget"]]`;

/** Whether a request asks for the points of a part of a meeting. */
export const isPart = ({ body }: ModelRequest): boolean => JSON.stringify(body).includes('list its points');

/** The whole text of a request. */
export const textOf = ({ body }: ModelRequest): string =>
  (body.messages ?? []).map(({ content }) => content ?? '').join('\n');

export class SummaryCore {
  core!: Core;
  models!: ModelServer;
  ann!: Person;
  ben!: Person;
  hasModel = true;
  answer!: (request: ModelRequest) => ModelAnswer | Promise<ModelAnswer>;

  async open(engine: Engine): Promise<void> {
    this.models = await startModelServer();
    this.core = await openCore(engine);
    const registry = providerRegistry(
      this.core.platform,
      { CHAT_API_URL: this.models.url, CHAT_MODEL: 'scripted', CHAT_CONTEXT_TOKENS: '8000' },
      { wait: () => Promise.resolve() },
    );
    this.core.services.ai.chat = (companyId) => (this.hasModel ? registry.chat(companyId) : Promise.resolve(null));
    [this.ann, this.ben] = this.core.people('ann', 'ben');
  }

  reset(): void {
    this.hasModel = true;
    this.answer = (request) => ({ text: isPart(request) ? JSON.stringify({ points: POINTS }) : TEXT });
    this.models.setScript((request) => this.answer(request));
  }

  async close(): Promise<void> {
    await this.core.close();
    await this.models.close();
  }

  /** A meeting of Ann with a transcript by one speaker, Ben, and a note. Returns its id. */
  async meetingOf(said: readonly string[] = SAID, note = 'Budget of the release', projectId = ''): Promise<string> {
    const { id, space } = await this.ann.call(meetingCalls.create, {
      title: 'Weekly meeting',
      language: 'en',
      projectId,
    });
    const participantId = newId();
    await this.core.sync.store.write(this.ann.actor.companyId, async (tx) => {
      await tx.put('meetings', id, {
        participants: [{ id: participantId, userId: '', type: 'speaker', name: 'Ben', transcriptionOriName: '' }],
      });
      await tx.put(
        'transcripts',
        id,
        transcriptFields(
          { id, space, creatorId: 'ann' },
          said.map((text, i) =>
            segmentFields(`s${i + 1}`, text, { start: i * 5000, end: i * 5000 + 4000, participantId }),
          ),
          { provider: '', model: '', mode: 'import' },
        ),
      );
      if (note)
        await tx.put('noteContents', meetingNoteId(id), {
          space,
          subject: 'meeting',
          subjectId: id,
          creatorId: 'ann',
          state: Buffer.from(stateFromMarkdown(note)).toString('base64'),
        });
    });
    return id;
  }

  apply = (meetingId: string, templateUuid = 'weekly-meeting', person = this.ann) =>
    person.call(summaryCalls.applyTemplate, { meetingId, templateUuid });

  summaryOf = async (id: string) => (await this.ann.sees('summaries', id))!;

  /** A person's notifications about a meeting. */
  async noticesOf(person: Person, meetingId: string) {
    const { companyId, userId } = person.actor;
    const all = await this.core.sync.store.read(companyId, (tx) =>
      tx.list('notifications', { where: { subjectId: meetingId } }),
    );
    const list = all.filter(({ space }) => space === spaceOf('person', userId));
    return list.map(({ kind, params, link }) => ({ kind, params, link }));
  }
}

/** Opens a core for the tests of the current block, reset before each. */
export function useSummaryCore(engine: Engine): SummaryCore {
  const summaries = new SummaryCore();
  beforeAll(() => summaries.open(engine));
  beforeEach(() => summaries.reset());
  afterAll(() => summaries.close());
  return summaries;
}
