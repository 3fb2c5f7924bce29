/** The outbox: work that needs attention after failures and rejections, and sending it again. */
import { within } from '@testing-library/dom';
import { beforeAll, expect, test } from 'vitest';
import * as Y from 'yjs';
import { noteCalls } from '../../server/core/notes/contract';
import { projectCalls } from '../../server/core/projects/contract';
import { drawDemoPicture } from '../../server/core/notes/demo/picture';
import { NOTE_FRAGMENT } from '../../sync/model/note-document';
import type { SyncStatus } from '../../sync/model/sync-status';
import { LIMITS } from '../../sync/model/limits';
import { foundCompany, type Company } from '../support/component/companies';
import { Device } from '../support/component/device';
import { openPage, until, type Page } from '../support/component/page';
import { theServer } from '../support/component/server';

let company: Company;
let device: Device;
const documents = { projectId: '', noteId: '' };
beforeAll(async () => {
  company = await foundCompany('House of what waits');
  device = new Device((await theServer()).url);
  documents.projectId = (await company.call(projectCalls.create, { title: 'Outbox' })).id;
  documents.noteId = (
    await company.call(noteCalls.save, { projectId: documents.projectId, title: 'Sent', content: 'Sent.' })
  ).id;
});

/** The row with this title, in the section with this heading. */
function rowIn(page: Page, heading: 'attentionTitle' | 'waitingTitle', title: string): HTMLElement {
  const section = page.getByRole('heading', { name: page.text('outbox', heading) }).closest('section')!;
  return within(section)
    .getAllByRole('listitem')
    .find((row) => within(row).queryByText(title))!;
}

/** Matches any number of attempts in English. */
const someAttempts = (page: Page): RegExp =>
  new RegExp(`^${page.text('outbox', 'attempts', { count: 2 }).replace('2', '\\d+').replace(/s$/, 's?')}$`);

test('a document that failed three times on the server is shown with the reason, until it is sent again', async () => {
  const page = await openPage({
    device,
    person: company.owner,
    path: `/project/${documents.projectId}/note/${documents.noteId}`,
  });
  await page.sent();
  const pushes = () => device.asked.filter((request) => request.endsWith('/sync/notes/push')).length;
  const before = pushes();
  const refused = () => pushes() - before;
  device.failing = /\/sync\/notes\/push$/;
  await page.fill(
    () => page.getByRole<HTMLTextAreaElement>('textbox', { name: page.text('note', 'title.label') }),
    'Fails every time',
  );
  await page.goTo('/outbox');
  const needsAttention = () =>
    page.queryByRole('heading', { name: page.text('outbox', 'attentionTitle') })?.closest('section') ?? null;
  const waiting = () => rowIn(page, 'waitingTitle', 'Fails every time');
  await until(() => within(waiting()).getByText(someAttempts(page)));
  // it is sent on demand, and automatically with a growing delay: the number of attempts depends on the machine
  await until(async () => {
    const row = needsAttention() ? null : waiting();
    const retry = row && within(row).queryByRole('button', { name: page.text('outbox', 'retry') });
    if (retry) await page.user.click(retry);
    expect(needsAttention()).not.toBeNull();
  });
  expect(refused()).toBeGreaterThanOrEqual(3);
  await until(() =>
    within(rowIn(page, 'attentionTitle', 'Fails every time')).getByText(page.text('outbox', 'serverFails'), {
      exact: false,
    }),
  );
  device.failing = null;
  await page.press(() =>
    within(rowIn(page, 'attentionTitle', 'Fails every time')).getByRole('button', {
      name: page.text('outbox', 'retry'),
    }),
  );
  await page.findByText(page.text('outbox', 'empty'));
});

test('an unsent image is in the outbox with its note, can be saved as a file, and is sent later', async () => {
  const page = await openPage({ device, person: company.owner, path: '/outbox' });
  await page.findByText(page.text('outbox', 'empty'));
  device.failing = /\/note-image\/upload\/apply$/;
  const { run } = await import('../../app/replica/client');
  await run('image.add', { contentId: documents.noteId, file: new Blob([drawDemoPicture().bytes as BlobPart]) });
  const row = (): HTMLElement => rowIn(page, 'waitingTitle', 'Fails every time');
  await until(() => within(row()).getByText(someAttempts(page)));
  await within(row()).findByText(page.text('outbox', 'kind.image'));
  await within(row()).findByRole('button', { name: page.text('common', 'saveToFile') });
  device.failing = null;
  await page.press(() => within(row()).getByRole('button', { name: page.text('outbox', 'retry') }));
  await page.findByText(page.text('outbox', 'empty'));
});

test('a text too large for the server is shown with the reason, and can be saved as a file', async () => {
  const page = await openPage({ device, person: company.owner, path: '/outbox' });
  await page.findByText(page.text('outbox', 'empty'));
  // appended directly, since typing such a text would take hours
  const { replica } = await import('../../app/replica/client');
  const doc = new Y.Doc();
  const paragraph = new Y.XmlElement('block');
  paragraph.insert(0, [new Y.XmlText('x'.repeat(LIMITS.noteStateBytes + 1))]);
  doc.getXmlFragment(NOTE_FRAGMENT).insert(0, [paragraph]);
  const text = await replica().openText(documents.noteId, () => undefined);
  await text.append(Y.encodeStateAsUpdate(doc));
  await text.compact();
  await text.close();
  const row = (): HTMLElement => rowIn(page, 'attentionTitle', 'Fails every time');
  await until(() => within(row()).getByText(page.text('errors', 'NOTE_CONTENT_TOO_LARGE'), { exact: false }));
  await within(row()).findByRole('button', { name: page.text('common', 'saveToFile') });
});

test('the status line shows a pending change immediately, before other renders', async () => {
  const own = new Device((await theServer()).url);
  const { id } = await company.call(noteCalls.save, { projectId: documents.projectId, title: 'Old', content: '' });
  const page = await openPage({ device: own, person: company.owner, path: '/search' });
  await page.sent();
  const shown: (string | null)[] = [];
  const [worker] = own.workers;
  worker!.addEventListener('message', (event) => {
    const { value } = (event as MessageEvent<{ value?: Partial<SyncStatus> }>).data;
    if (!value?.waiting || value.waiting.documents === 0) return;
    const line = page.element('.frame-sidebar [data-sync-status]')!;
    // The listener of the page was added before this one: its synchronous renders happen in the following microtasks.
    queueMicrotask(() => queueMicrotask(() => shown.push(line.getAttribute('data-sync-status'))));
  });
  own.become('cut');
  const { run } = await import('../../app/replica/client');
  await run('note.rename', { id, title: 'Renamed without a network' });
  await until(() => expect(shown.length).toBeGreaterThan(0));
  expect(shown[0]).toMatch(/aiting$/);
});
