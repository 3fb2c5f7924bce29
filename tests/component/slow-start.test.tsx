/** A device that opens its databases slowly. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { LeaderTasks } from '../../sync/engine/host/leader/leader-tasks';
import { foundCompany } from '../support/component/companies';
import { openPage, until } from '../support/component/page';

test('changes on the server between the early request of a first sync and its processing arrive', async () => {
  const company = await foundCompany('Slow Lamps');
  let open!: () => void;
  const opened = new Promise<void>((resolve) => (open = resolve));
  const { run } = LeaderTasks.prototype;
  LeaderTasks.prototype.run = async function (this: LeaderTasks, signal) {
    await opened;
    return run.call(this, signal);
  };
  try {
    const page = await openPage({ person: company.owner, path: '/settings' });
    const picture = new File([readFileSync('public/icons/icon-192.png')], 'me.png', { type: 'image/png' });
    await page.give(() => page.element('main input[type=file]')!, picture);
    await page.findByText(page.text('settings', 'picture.saved'));
    open();
    await until(() => expect(page.element('.frame-sidebar img[src*="/logo?v="]')).not.toBeNull());
  } finally {
    LeaderTasks.prototype.run = run;
  }
});
