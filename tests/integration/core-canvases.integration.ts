/** Documents made from answers: who reads, edits, revises and publishes them, and their public pages. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { canvasCalls } from '../../server/core/canvases/contract';
import { chatCalls } from '../../server/core/chat/contract';
import { projectCalls } from '../../server/core/projects/contract';
import { createDocumentExpiry } from '../../server/core/retention/retention';
import { trashCalls } from '../../server/core/trash/contract';
import { coreFeatures } from '../../server/features';
import { retentionRules } from '../../server/shared/feature';
import { stateFromMarkdown } from '../../sync/merge/note-text';
import { toBase64 } from '../../sync/merge/yjs';
import { canvasTextId, newId, spaceOf } from '../../sync/model/ids';
import { ask } from '../support/chats';
import { code, openCore, type Core, type Person } from '../support/core';
import { describeOnDatabase } from '../support/database';
import { startModelServer, type ModelServer } from '../support/model-server';
import { providerRegistry } from '../support/provider-registry';

describeOnDatabase('documents of chats', (engine) => {
  let core: Core;
  let models: ModelServer;
  let ann: Person;
  let ben: Person;
  let cho: Person;
  let url = '';
  beforeAll(async () => {
    models = await startModelServer();
    core = await openCore(engine);
    [ann, ben, cho] = core.people('ann', 'ben', 'cho');
    url = await core.serve();
  });
  afterAll(async () => {
    await core.close();
    await models.close();
  });
  beforeEach(() => core.parts.pass(61_000));

  const page = (id: string) => fetch(`${url}/project-html/${id}`, { redirect: 'manual' });
  const hidden = (person: Person, id: string) => person.refusal(canvasCalls.html, { id });
  /** A project that Ben contributes to and Cho reads, and a chat of Ann's that is shared with it. */
  const sharedChat = async () => {
    const project = await ann.call(projectCalls.create, { title: `Project ${newId()}` });
    await ann.call(projectCalls.setShare, { projectId: project.id, shareRange: 'customize', userIds: ['cho'] });
    await ann.call(projectCalls.setContributors, { projectId: project.id, userIds: ['ben'] });
    const space = spaceOf('project', project.id);
    const asked = await ask(core, ann, { space }, { projectId: project.id, shareRange: 'project', space });
    return { ...asked, space, projectId: project.id };
  };
  interface Chat {
    threadId: string;
    turnId: string;
    space: string;
  }
  const fields = (person: Person, { threadId, turnId, space }: Chat, more: object = {}) => ({
    ...{ id: newId(core.now()), space, parentId: threadId, position: 0, turnId, creatorId: person.actor.userId },
    ...{ title: 'The budget', isPublic: false, createdAt: core.now() },
    ...more,
  });
  /** Pushes a canvas with its text as a device does. */
  const make = async (
    person: Person,
    chat: Chat,
    text = 'The budget is 40,000.',
    more: object = {},
  ): Promise<string> => {
    const canvas = fields(person, chat, more);
    expect(await person.refused('canvases', null, canvas)).toBe('');
    expect(await person.refused('noteContents', null, textFields(person, canvas.id, chat.space, text))).toBe('');
    return canvas.id;
  };
  const textFields = (person: Person, id: string, space: string, text: string) => ({
    ...{ id: canvasTextId(id), space, subject: 'canvas' as const, subjectId: id, creatorId: person.actor.userId },
    state: toBase64(stateFromMarkdown(text)),
  });
  const publish = async (person: Person, id: string, isPublic = true): Promise<string> =>
    person.refused('canvases', (await person.sees('canvases', id))!, { isPublic });
  const write = async (person: Person, id: string): Promise<string> => {
    const text = (await person.sees('noteContents', canvasTextId(id)))!;
    return person.refused('noteContents', text, { state: toBase64(stateFromMarkdown('Other words.')) });
  };

  it('are edited by the chat’s creator and contributors to its project, and read by those who read the chat', async () => {
    const chat = await sharedChat();
    const id = await make(ann, chat);
    expect((await ben.sees('canvases', id))!.abilities).toEqual(['update']);
    expect((await cho.sees('canvases', id))!.abilities).toEqual([]);
    expect(await write(ben, id)).toBe('');
    expect(await write(cho, id)).toBe('NO_PERMISSION');
    expect(await cho.refused('canvases', (await cho.sees('canvases', id))!, { title: 'Mine' })).toBe('NO_PERMISSION');
    expect(await cho.refused('canvases', null, fields(cho, chat))).toBe('NO_PERMISSION');
    expect(await core.person('zoe').refused('canvases', null, fields(core.person('zoe'), chat))).toBe(
      'SPACE_NOT_FOUND',
    );
    // a document of one chat cannot be hung on a question of another
    const other = await sharedChat();
    expect(await ann.refused('canvases', null, fields(ann, chat, { turnId: other.turnId }))).toBe('DOCUMENT_INVALID');
    expect(await ann.refused('canvases', (await ann.sees('canvases', id))!, { parentId: other.threadId })).not.toBe('');
  });

  it('are named with their chat, to those who read it', async () => {
    const chat = await sharedChat();
    const first = await make(ann, chat);
    core.parts.pass(1000);
    const second = await make(ben, chat, 'The plan.', { title: 'The plan', position: 1 });
    await make(ann, await sharedChat());
    const { documents } = await cho.call(chatCalls.get, { id: chat.threadId });
    const canvas = (await cho.sees('canvases', second))!;
    expect(documents.map(({ id, title, turnId }) => [id, title, turnId])).toEqual([
      [first, 'The budget', chat.turnId],
      [second, 'The plan', chat.turnId],
    ]);
    expect(documents[1]).toEqual({
      ...{ id: second, title: 'The plan', turnId: chat.turnId },
      ...{ createdAt: canvas.createdAt, updatedAt: canvas.updatedAt },
    });
    const deleted = (await ben.sees('canvases', second))!;
    expect(await ben.refused('canvases', deleted, { id: second, _deleted: true })).toBe('');
    const left = await ann.call(chatCalls.get, { id: chat.threadId });
    expect(left.documents.map(({ id }) => id)).toEqual([first]);
    await ann.call(chatCalls.setShare, { chatId: chat.threadId, shareRange: 'private' });
    expect((await ann.call(chatCalls.get, { id: chat.threadId })).documents).toHaveLength(1);
    expect(await code(cho.refusal(chatCalls.get, { id: chat.threadId }))).toBe('CHAT_NOT_FOUND');
  });

  it('follow their chat when it becomes private, and are deleted with it', async () => {
    const chat = await sharedChat();
    const id = await make(ann, chat);
    await ann.call(chatCalls.setShare, { chatId: chat.threadId, shareRange: 'private' });
    expect(await ben.sees('canvases', id)).toBeNull();
    expect(await ben.sees('noteContents', canvasTextId(id))).toBeNull();
    expect((await ann.sees('noteContents', canvasTextId(id)))!.space).toBe(spaceOf('person', 'ann'));
    await ann.call(chatCalls.remove, { id: chat.threadId });
    expect(await ann.sees('canvases', id)).toBeNull();
    expect(await ann.sees('noteContents', canvasTextId(id))).toBeNull();
  });

  it('return with their chat from the trash, and with its project', async () => {
    const chat = await sharedChat();
    const id = await make(ann, chat);
    await ann.call(chatCalls.remove, { id: chat.threadId });
    await ann.call(trashCalls.restore, { kind: 'threads', id: chat.threadId });
    expect(await ben.sees('canvases', id)).toMatchObject({ title: 'The budget', space: chat.space });
    expect(await ben.sees('noteContents', canvasTextId(id))).not.toBeNull();
    await ann.call(projectCalls.remove, { id: chat.projectId });
    expect(await ann.sees('canvases', id)).toBeNull();
    await ann.call(trashCalls.restore, { kind: 'projects', id: chat.projectId });
    expect(await ben.sees('noteContents', canvasTextId(id))).not.toBeNull();
  });

  it('stay with the chat of another person when its project is erased for good', async () => {
    const { space, projectId } = await sharedChat();
    const asked = await ask(core, ben, { space }, { projectId, shareRange: 'project', space });
    const id = await make(ann, { ...asked, space });
    await ann.call(projectCalls.remove, { id: projectId });
    await ann.call(trashCalls.erase, { kind: 'projects', id: projectId });
    await ben.call(trashCalls.restore, { kind: 'threads', id: asked.threadId });
    expect(await ben.sees('canvases', id)).toMatchObject({ space: spaceOf('person', 'ben') });
    expect(await ben.sees('noteContents', canvasTextId(id))).not.toBeNull();
  });

  it('are erased with a chat that is older than the organization keeps content, and keep it by an edit', async () => {
    const DAY = 24 * 60 * 60_000;
    const [old, edited] = [await sharedChat(), await sharedChat()];
    const [id, kept] = [await make(ann, old), await make(ann, edited)];
    core.parts.pass(200 * DAY);
    expect(await write(ann, kept)).toBe('');
    const expiry = createDocumentExpiry(core.platform, core.sync.store, retentionRules(coreFeatures as never));
    const before = core.now() - 180 * DAY;
    const found = await expiry.find('c1', { before });
    expect([old, edited].map(({ threadId }) => found.some((each) => each.id === threadId))).toEqual([true, false]);
    await core.sync.store.write('c1', (tx) => expiry.remove(tx, found, { before }, core.now()));
    expect([await ann.sees('canvases', id), await ann.sees('noteContents', canvasTextId(id))]).toEqual([null, null]);
    core.parts.pass(8 * DAY);
    await expiry.erase('c1', core.now() - 7 * DAY);
    const { rows } = await core.platform.query({
      text: `select id from doc where data <> '{}' and id = any($1::text[])`,
      values: [[id, canvasTextId(id)]],
    });
    expect(rows).toEqual([]);
    expect(await ann.sees('canvases', kept)).not.toBeNull();
  });

  it('are published by their creator alone, and closed at the next request', async () => {
    const chat = await sharedChat();
    const id = await make(ann, chat);
    expect((await page(id)).status).toBe(404);
    expect(await publish(ben, id)).toBe('NO_PERMISSION');
    expect(await publish(ann, id)).toBe('');
    const open = await page(id);
    expect(open.status).toBe(200);
    expect(open.headers.get('x-robots-tag')).toContain('noindex');
    expect(open.headers.get('cache-control')).toBe('no-store');
    expect(open.headers.get('content-security-policy')).toContain("default-src 'none'");
    const html = await open.text();
    expect(html).toContain('The budget is 40,000.');
    expect(html).not.toContain('<script');
    expect((await ann.call(canvasCalls.html, { id })).html).toContain('The budget is 40,000.');
    expect(await publish(ann, id, false)).toBe('');
    expect((await page(id)).status).toBe(404);
    expect(await code(hidden(ann, newId()))).toBe('CHAT_MESSAGE_DOCUMENT_NOT_FOUND');
  });

  it('are closed when the chat is deleted, and when their creator loses the project', async () => {
    const chat = await sharedChat();
    const id = await make(ben, chat);
    expect(await publish(ben, id)).toBe('');
    expect((await page(id)).status).toBe(200);
    await ann.call(projectCalls.setContributors, { projectId: chat.projectId, userIds: [] });
    expect((await page(id)).status).toBe(404);
    await ann.call(projectCalls.setContributors, { projectId: chat.projectId, userIds: ['ben'] });
    expect((await page(id)).status).toBe(200);
    await ann.call(chatCalls.remove, { id: chat.threadId });
    expect((await page(id)).status).toBe(404);
  });

  it('show another company nothing, and leave it no address', async () => {
    const zoe = core.person('zoe');
    const id = await make(ann, await sharedChat());
    expect(await code(hidden(zoe, id))).toBe('CHAT_MESSAGE_DOCUMENT_NOT_FOUND');
    const asked = await ask(core, zoe);
    const space = spaceOf('person', 'zoe');
    expect(await zoe.refused('canvases', null, fields(zoe, { ...asked, space }, { id, isPublic: true }))).toBe(
      'PUBLIC_LINK_TAKEN',
    );
    expect((await page(id)).status).toBe(404);
  });

  it('keep a hostile answer inert on their page', async () => {
    const id = await make(
      ann,
      await sharedChat(),
      '<script>alert(1)</script> <img src=x onerror=alert(1)> ![p](https://stranger.example/p.png) [l](javascript:alert(1)) [d](data:text/html,x)',
    );
    expect(await publish(ann, id)).toBe('');
    const html = await (await page(id)).text();
    expect(html).toContain('&lt;script&gt;');
    expect(html).not.toMatch(/<script|<img|javascript:alert\(1\)"|href="data:|src="https/);
  });

  it('are revised by a model for those who may edit, and say so without one', async () => {
    const chat = await sharedChat();
    const canvasId = await make(ann, chat);
    const asks = { canvasId, instruction: 'Make it shorter', text: 'The budget is forty thousand.' };
    const refusal = (person: Person) => code(person.refusal(canvasCalls.revise, asks));
    expect(await refusal(ann)).toBe('CHAT_PROVIDER_NOT_FOUND');
    const without = core.services.ai.chat;
    const registry = providerRegistry(core.platform, {
      CHAT_API_URL: models.url,
      CHAT_MODEL: 'scripted',
    });
    core.services.ai.chat = (companyId) => registry.chat(companyId);
    try {
      models.setScript(() => Promise.resolve({ text: 'Budget: 40,000.' }));
      expect(await ann.call(canvasCalls.revise, asks)).toMatchObject({ text: 'Budget: 40,000.' });
      expect(await refusal(cho)).toBe('NO_PERMISSION');
      expect(await refusal(core.person('zoe'))).toBe('CHAT_MESSAGE_DOCUMENT_NOT_FOUND');
      expect(models.prompts().join()).toContain('Make it shorter');
      // what failed is no use
      await core.services.usage.setLimit('c1', 'agent.retrieve', { personPerDay: 2, perDay: null });
      models.setScript((_request, n) => Promise.resolve(n === 0 ? { text: ' ' } : { text: 'Short.' }));
      expect(await refusal(ann)).toBe('PROVIDER_ANSWER_INVALID');
      expect(await ann.call(canvasCalls.revise, asks)).toMatchObject({ text: 'Short.' });
      expect(await refusal(ann)).toBe('USER_SERVICE_QUOTA_EXCEEDED');
    } finally {
      core.services.ai.chat = without;
      await core.services.usage.setLimit('c1', 'agent.retrieve', { personPerDay: null, perDay: null });
    }
  });
});
