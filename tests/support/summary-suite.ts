/** Meetings with transcripts, and their summaries by a scripted language model. */
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { meetingCalls } from '../../server/core/meetings/contract';
import { summaryCalls as calls } from '../../server/core/summaries/contract';
import { meetingNoteId, newId, spaceOf } from '../../sync/model/ids';
import { stateFromMarkdown } from '../../sync/merge/note-text';
import { openCore, type Core, type Person } from './core';
import { startModelServer, type ModelAnswer, type ModelRequest, type ModelServer } from './model-server';
import { projectsOf } from './shared-project';
import { providerRegistry } from './provider-registry';
import type { Engine } from './database';

export const SAID = [
  'Good morning, let us look at the budget of the spring release.',
  'The budget is five million yen, and Mei presents it on Friday.',
  'The share button has to be easier to see before we open the app to everybody.',
  'I can draw a new version of the button by Thursday.',
  'So the date stays as it is: we start on the twentieth of April.',
  'Who answers the questions of the shops is still open.',
];

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
export const TEXT = `## Budget

- The budget is five million yen. [[3: "The budget is five million yen"]]
- The trial was a failure in every shop. [[2: "trial failed in every shop"]]

## Decisions

- The release starts on the twentieth of April. [[1: "we start on the twentieth of April"]]
- Ben moves the share button. [[2: "let us look at the budget"]]`;

/** whether a request asks for the points of a part */
export const isPart = ({ body }: ModelRequest): boolean => JSON.stringify(body).includes('list its points');
export const textOf = ({ body }: ModelRequest): string =>
  (body.messages ?? []).map(({ content }) => content ?? '').join('\n');

/** Meetings that ann summarizes by a scripted model. Must be called in a `describe`: it registers hooks. */
export function summarySuite(engine: Engine) {
  let core: Core;
  let models: ModelServer;
  let ann: Person;
  let ben: Person;

  const shared = projectsOf(
    () => ann,
    () => ben,
    () => `Spring release ${newId()}`,
  );

  async function meetingOf(
    said: readonly string[] = SAID,
    note = 'Budget of the release',
    projectId = '',
  ): Promise<string> {
    const { id, space } = await ann.call(meetingCalls.create, { title: 'Weekly meeting', language: 'en', projectId });
    const participantId = newId();
    await core.sync.store.write(ann.actor.companyId, async (tx) => {
      await tx.put('meetings', id, {
        participants: [{ id: participantId, userId: '', type: 'speaker', name: 'Ben', transcriptionOriName: '' }],
      });
      await tx.put('transcripts', id, {
        space,
        meetingId: id,
        creatorId: 'ann',
        status: 'done',
        progress: 1,
        error: '',
        provider: '',
        model: '',
        mode: 'import',
        generatedAt: 1,
        segments: said.map((text, i) => ({
          id: `s${i + 1}`,
          recordingId: '',
          start: i * 5000,
          end: i * 5000 + 4000,
          text,
          original: '',
          participantId,
        })),
      });
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
  const apply = (meetingId: string, templateUuid = 'weekly-meeting', person = ann) =>
    person.call(calls.applyTemplate, { meetingId, templateUuid });
  const summaryOf = async (id: string) => (await ann.sees('summaries', id))!;
  const noticesOf = async (person: Person, meetingId: string) => {
    const { companyId, userId } = person.actor;
    const all = await core.sync.store.read(companyId, (tx) =>
      tx.list('notifications', { where: { subjectId: meetingId } }),
    );
    const list = all.filter(({ space }) => space === spaceOf('person', userId));
    return list.map(({ kind, params, link }) => ({ kind, params, link }));
  };

  const suite = {
    get core() {
      return core;
    },
    get models() {
      return models;
    },
    get ann() {
      return ann;
    },
    get ben() {
      return ben;
    },
    /** whether the organization has a language model */
    hasModel: true,
    /** the answers of the model; a test replaces it */
    answer: (_request: ModelRequest): ModelAnswer | Promise<ModelAnswer> => ({ text: '' }),
    shared,
    meetingOf,
    apply,
    summaryOf,
    noticesOf,
  };
  beforeAll(async () => {
    models = await startModelServer();
    core = await openCore(engine);
    const registry = (contextTokens: string) =>
      providerRegistry(
        core.platform,
        { CHAT_API_URL: models.url, CHAT_MODEL: 'scripted', CHAT_CONTEXT_TOKENS: contextTokens },
        { wait: () => Promise.resolve() },
      );
    const usual = registry('8000');
    core.services.ai.chat = (companyId) => (suite.hasModel ? usual.chat(companyId) : Promise.resolve(null));
    [ann, ben] = core.people('ann', 'ben');
  });
  beforeEach(() => {
    suite.hasModel = true;
    suite.answer = (request) => ({ text: isPart(request) ? JSON.stringify({ points: POINTS }) : TEXT });
    models.setScript((request) => suite.answer(request));
  });
  afterAll(async () => {
    await core.close();
    await models.close();
  });
  return suite;
}
