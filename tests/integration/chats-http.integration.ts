/**
 * Chats under attack by plain HTTP: by a colleague, an administrator, the owner of another company and without a session,
 * with the ids of another person's chat, question and files; by a reader of a shared chat; and by ids of bad form.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fileCalls } from '../../server/core/files/contract';
import { chatCalls } from '../../server/core/chat/contract';
import { syncRoutes } from '../../server/sync/routes';
import { newId, spaceOf } from '../../sync/model/ids';
import { nextRev } from '../../sync/model/rev';
import { callPath, pathParameters, type CallDefinition } from '../../sync/protocol/call';
import { syncCalls } from '../../sync/protocol/messages';
import { ask, turnFields } from '../support/chats';
import { passage, useChatCore } from '../support/chat-core';
import type { Person } from '../support/core';
import { describeOnDatabase } from '../support/database';
import { serveHttp, type HttpServer } from '../support/http-server';
import { writeTemporaryFile } from '../support/temporary-files';

const SECRET = 'sealed-9001';
const query = 'What is the code?';
type Attempt = [CallDefinition, Record<string, unknown>];

describeOnDatabase('chats over HTTP', (engine) => {
  const chats = useChatCore(engine);
  let http: HttpServer;
  /** Ann's private chat with an answered question, and a file of it */
  let threadId: string;
  let turnId: string;
  let fileId: string;
  beforeAll(async () => {
    const { core } = chats;
    http = await serveHttp(
      { platform: core.platform, database: core.parts.database },
      { calls: [...core.routes, ...syncRoutes(core.sync)], raw: [], authenticator: core.authenticator as never },
    );
    chats.passages = [passage('n1', `The code is ${SECRET}.`)];
    chats.models.setScript([{ text: `The code is ${SECRET}. [[1: "code is ${SECRET}"]]` }]);
    ({ threadId, turnId } = await ask(core, chats.ann, { question: `Is it ${SECRET}?` }, { title: SECRET }));
    await core.runJobs();
    expect(await chats.answer(turnId)).toMatchObject({ isComplete: true, citations: [{ n: 1 }] });
    fileId = await writeTemporaryFile(core, { chatId: threadId, name: `${SECRET}.txt`, text: SECRET });
  });
  afterAll(() => http.host.close(() => undefined));

  /** Sends a request with fetch and returns the raw answer. `who`: an access token, '' for a request without one. */
  const send = async (who: string, [call, input]: Attempt): Promise<{ status: number; body: string }> => {
    const inPath = pathParameters(call.path);
    const rest = Object.fromEntries(Object.entries(input).filter(([name]) => !inPath.includes(name)));
    const form = new FormData();
    for (const [name, value] of Object.entries(rest)) form.set(name, value as string | Blob);
    const isMultipart = call.body === 'multipart';
    const answer = await fetch(http.origin + callPath(call, input), {
      method: call.method,
      headers: {
        ...(who ? { authorization: `Bearer ${who}` } : {}),
        ...(isMultipart ? {} : { 'content-type': 'application/json' }),
      },
      ...(call.method === 'POST'
        ? { body: isMultipart ? form : JSON.stringify(call.bodyField ? rest[call.bodyField] : rest) }
        : {}),
    });
    return { status: answer.status, body: await answer.text() };
  };
  const push = (collection: string, row: Record<string, unknown>, rev: string | null = null): Attempt => [
    syncCalls.push,
    {
      collection,
      rows: [
        {
          assumedMasterState: rev === null ? null : { rev },
          newDocumentState: { ...row, rev: nextRev(rev ?? undefined), updatedAt: chats.core.now() },
        },
      ],
    },
  ];
  const turnBy = (person: Person, parentId: string, more: object = {}): Record<string, unknown> =>
    turnFields(person, chats.core.now(), parentId, more);
  /** Ann's chat as it is stored, its runs and files. */
  const snapshot = async (): Promise<string> => {
    const { db } = chats.core.platform;
    const documents = await chats.core.sync.store.read('c1', async (tx) => [
      await tx.get('threads', threadId),
      await tx.list('turns', { where: { parentId: threadId } }),
      await tx.list('answers', { ids: [turnId] }),
    ]);
    return JSON.stringify([
      documents,
      await db.selectFrom('run').select(['id', 'state', 'attempts']).where('owner_id', '=', 'ann').execute(),
      await db.selectFrom('temporary_file').selectAll().where('user_id', '=', 'ann').execute(),
    ]);
  };
  /** Calls that change a chat, or go on with it. */
  const changes = (): Attempt[] => [
    [chatCalls.question, { id: threadId, query }],
    [chatCalls.question, { id: threadId, query, followsId: turnId }],
    [chatCalls.terminate, { id: threadId }],
    [chatCalls.stop, { turnId }],
    [chatCalls.retry, { turnId }],
    [chatCalls.rateSource, { turnId, source: 1, isUseless: true }],
    [chatCalls.setShare, { chatId: threadId, shareRange: 'team' }],
    [chatCalls.remove, { id: threadId }],
  ];
  const ofFiles = (): Attempt[] => [
    [fileCalls.getChat, { id: fileId }],
    [fileCalls.downloadChat, { id: fileId }],
    [fileCalls.downloadChatBatch, { ids: [fileId] }],
    [fileCalls.remove, { ids: [fileId] }],
  ];

  it.each([
    ['ben', [404]],
    ['dee', [404]],
    ['zoe', [404]],
    ['', [401]],
  ])('give %j nothing of a private chat, and change nothing in it', async (who, statuses) => {
    const before = await snapshot();
    const attempts: Attempt[] = [
      [chatCalls.get, { id: threadId }],
      [chatCalls.report, { turnId, reason: 'wrong' }],
      ...changes(),
      ...ofFiles(),
    ];
    for (const attempt of attempts) {
      const { status, body } = await send(who, attempt);
      const what = `${attempt[0].path} ${JSON.stringify(attempt[1])}: ${body}`;
      expect(statuses, what).toContain(status);
      expect(body, what).not.toContain(SECRET);
    }
    // a list of what is one's own
    const list = await send(who, [fileCalls.searchChat, { chatId: threadId, keyword: '' }]);
    expect(list.body).not.toContain(SECRET);
    expect(list.status).toBe(who ? 200 : 401);
    expect(await snapshot()).toBe(before);
  });

  it.each(['ben', 'dee', 'zoe'])('take no rows that %s pushes into a private chat', async (who) => {
    const person = chats.core.person(who);
    const before = await snapshot();
    const [thread, turn] = [(await chats.ann.sees('threads', threadId))!, await chats.state(turnId)];
    const rows: Attempt[] = [
      push('turns', turnBy(person, threadId)),
      // as Ann, and in her space
      push('turns', turnBy(chats.ann, threadId)),
      push('turns', { ...turnBy(person, threadId), space: spaceOf('person', 'ann') }),
      push('turns', { ...turnBy(chats.ann, threadId), space: spaceOf('person', who) }),
      push('turns', { id: turnId, _deleted: true, parentId: threadId, space: turn.space }, turn.rev),
      push('turns', { ...turn, question: 'Something else' }, turn.rev),
      push('threads', { ...thread, title: 'taken', creatorId: who }, thread.rev),
      push('threads', { id: threadId, _deleted: true, space: thread.space }, thread.rev),
      push('answers', { id: turnId, space: spaceOf('person', who), threadId, text: 'invented' }),
    ];
    for (const attempt of rows) {
      const { status, body } = await send(who, attempt);
      expect(status, body).toBeLessThan(500);
      expect(body).not.toContain(SECRET);
      if (status === 200) expect(body, JSON.stringify(attempt[1])).toMatch(/"(?:rejected|conflicts)":\[\{/);
    }
    await chats.core.runJobs();
    expect(await snapshot()).toBe(before);
  });

  it('let the readers of a shared chat read it, and no more; without the share, not even that', async () => {
    const share = async (shareRange: string): Promise<void> =>
      expect((await send('ann', [chatCalls.setShare, { chatId: threadId, shareRange }])).status).toBe(200);
    await share('team');
    const before = await snapshot();
    expect((await send('ben', [chatCalls.get, { id: threadId }])).body).toContain(SECRET);
    for (const attempt of changes()) {
      const { status, body } = await send('ben', attempt);
      expect([403, JSON.parse(body)], `${attempt[0].path}: ${body}`).toMatchObject([
        status,
        { error: 'NO_PERMISSION' },
      ]);
    }
    // the files of a question are its person's alone
    for (const attempt of ofFiles()) expect((await send('ben', attempt)).status, attempt[0].path).toBe(404);
    expect((await send('ben', push('turns', turnBy(chats.core.person('ben'), threadId)))).body).toContain(
      'NO_PERMISSION',
    );
    for (const attempt of [[chatCalls.get, { id: threadId }] as Attempt, ...changes()])
      expect((await send('zoe', attempt)).status, attempt[0].path).toBe(404);
    expect(await snapshot()).toBe(before);
    await share('private');
    const { status, body } = await send('ben', [chatCalls.get, { id: threadId }]);
    expect([status, body.includes(SECRET)]).toEqual([404, false]);
  });

  it('ask no question that follows one of another chat, or has files of another person', async () => {
    const ben = chats.core.person('ben');
    const own = await ask(chats.core, ben);
    const other = await ask(chats.core, ben);
    await chats.core.runJobs();
    const turnsBefore = await chats.core.sync.store.read('c1', (tx) =>
      tx.list('turns', { where: { creatorId: 'ben' } }),
    );
    for (const followsId of [turnId, other.turnId, newId()]) {
      const { status, body } = await send('ben', [chatCalls.question, { id: own.threadId, query, followsId }]);
      expect(status, body).toBeGreaterThanOrEqual(400);
      expect(status, body).toBeLessThan(500);
      expect((await send('ben', push('turns', turnBy(ben, own.threadId, { followsId })))).body).toMatch(
        /SPACE_NOT_FOUND|DOCUMENT_INVALID/,
      );
    }
    const now = await chats.core.sync.store.read('c1', (tx) => tx.list('turns', { where: { creatorId: 'ben' } }));
    expect(now.map(({ id }) => id)).toEqual(turnsBefore.map(({ id }) => id));

    chats.passages = [passage('n2', 'Nothing about a code.')];
    chats.models.setScript([{ text: 'I found nothing about it.' }]);
    const asked = turnBy(ben, own.threadId, { followsId: own.turnId, fileIds: [fileId], fileNames: ['mine.txt'] });
    expect((await send('ben', push('turns', asked))).body).toContain('"rejected":[]');
    await chats.core.runJobs();
    expect(chats.models.prompts().join('\n')).not.toContain(SECRET);
    const answer = await ben.sees('answers', String(asked['id']));
    expect(answer).toMatchObject({ failed: [{ title: 'mine.txt', error: 'FILE_NOT_FOUND' }] });
    expect(JSON.stringify(answer)).not.toContain(SECRET);
  });

  it.each(['..', '../../admin', "' or '1'='1", 'a'.repeat(4_000), '\u0000', '💥', 'null', '%'])(
    'answer the id %j as one that is not there, or not valid',
    async (id) => {
      for (const attempt of [
        [chatCalls.get, { id }],
        [chatCalls.question, { id, query }],
        [chatCalls.terminate, { id }],
        [chatCalls.stop, { turnId: id }],
        [chatCalls.retry, { turnId: id }],
        [chatCalls.setShare, { chatId: id, shareRange: 'private' }],
        [fileCalls.getChat, { id }],
        [chatCalls.remove, { id }],
      ] as Attempt[]) {
        const { status, body } = await send('ben', attempt);
        expect([400, 404, 414, 431], `${attempt[0].path}: ${body}`).toContain(status);
        expect(JSON.parse(body || '{}')).toMatchObject({ success: false });
      }
    },
  );
});
