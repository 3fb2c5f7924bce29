/** The slides of a research: who opens their page, and what it has. */
import { beforeAll, expect, it } from 'vitest';
import { researchCalls } from '../../server/core/research/contract';
import { chatCalls } from '../../server/core/chat/contract';
import { reportId } from '../../sync/model/ids';
import { newPreferences } from '../../sync/model/kinds/preferences';
import { describeOnDatabase } from '../support/database';
import { findingsIn } from '../support/research-answers';
import { useResearchCore } from '../support/research-core';

describeOnDatabase('slides of a research', (engine) => {
  const lab = useResearchCore(engine);
  let url = '';
  beforeAll(async () => {
    url = await lab.core.serve();
  });

  const open = async (id: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${url}/live-slides/${id}`, { redirect: 'manual', headers });
    return { status: answer.status, headers: answer.headers, html: await answer.text() };
  };
  const share = (id: string, shareRange: 'private' | 'team' | 'public') =>
    lab.ann.call(researchCalls.setShare, { id, shareRange });
  const reported = async (): Promise<string> => {
    const id = await lab.planned();
    await lab.work(id);
    return id;
  };

  it('open for everybody while the research is shared publicly, and otherwise look like a missing page', async () => {
    const id = await reported();
    const missing = await open('0000000000');
    expect(missing.status).toBe(404);
    for (const range of ['private', 'team'] as const) {
      await share(id, range);
      const closed = await open(id);
      expect([closed.status, closed.html.replaceAll(id, '0000000000')]).toEqual([404, missing.html]);
    }
    expect((await open(id, { authorization: 'Bearer ann' })).status).toBe(200);
    await share(id, 'private');
    expect((await open(id, { authorization: 'Bearer ben' })).status).toBe(404);
    await share(id, 'public');
    expect((await open(id)).status).toBe(200);
    expect((await open(id, { authorization: 'Bearer ben' })).status).toBe(200);
    await share(id, 'private');
    expect((await open(id)).status).toBe(404);
    await share(id, 'public');
    await lab.ann.call(chatCalls.remove, { id });
    expect((await open(id)).status).toBe(404);
  });

  it('do not exist before the report, nor does its text', async () => {
    const id = await lab.planned();
    for (const call of [researchCalls.report, researchCalls.html])
      await expect(lab.ann.call(call, { id })).rejects.toMatchObject({ code: 'DEEP_RESEARCH_REPORT_NOT_FOUND' });
    expect((await open(id, { authorization: 'Bearer ann' })).status).toBe(404);
    await lab.work(id);
    for (const call of [researchCalls.report, researchCalls.html])
      expect(await lab.ann.call(call, { id })).toMatchObject({ title: expect.any(String) });
    expect((await open(id, { authorization: 'Bearer ann' })).status).toBe(200);
  });

  it('are dated by the day of their reader, and for a visitor by that of their creator', async () => {
    const id = await reported();
    await share(id, 'public');
    const { writtenAt } = (await lab.ann.sees('reports', reportId(id)))!;
    const zoneOf = (userId: string, timeZone: string) =>
      lab.core.sync.store.write('c1', (tx) =>
        tx.put('preferences', userId, { ...newPreferences(userId, 'en'), timeZone }),
      );
    const dateIn = (timeZone: string): string =>
      new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone }).format(writtenAt);
    // their days are 25 hours apart, so that they never agree
    const [east, west] = ['Pacific/Kiritimati', 'Pacific/Niue'];
    await zoneOf('ann', east!);
    await zoneOf('ben', west!);
    expect((await open(id)).html).toContain(dateIn(east!));
    expect((await open(id, { authorization: 'Bearer ben' })).html).toContain(dateIn(west!));
    await zoneOf('ann', west!);
    expect((await open(id, { authorization: 'Bearer ann' })).html).toContain(dateIn(west!));
    for (const userId of ['ann', 'ben']) await zoneOf(userId, '');
  });

  it('end for visitors with the organization’s public links, and are not published then', async () => {
    const id = await reported();
    await share(id, 'public');
    const allow = (public_links: boolean) =>
      lab.core.platform.db.updateTable('companies').set({ public_links }).where('id', '=', 'c1').execute();
    await allow(false);
    try {
      expect((await open(id)).status).toBe(404);
      await share(id, 'private');
      await expect(share(id, 'public')).rejects.toMatchObject({ code: 'PUBLIC_LINKS_OFF' });
    } finally {
      await allow(true);
    }
  });

  it('have the sentences of the report as text, no quotes and no names of own documents, and run one known script', async () => {
    lab.script({
      section: (prompt) => ({
        paragraphs: [
          [{ text: 'See <img src=x onerror=alert(1)> & "more".', findings: findingsIn(prompt).slice(0, 1) }],
        ],
      }),
    });
    const id = await reported();
    await share(id, 'public');
    const { html, headers } = await open(id);
    expect(html).toContain('See &lt;img src=x onerror=alert(1)&gt; &amp; ');
    expect(html).not.toMatch(/<img|<a /);
    expect(html).not.toContain('A note');
    expect(html).toContain('tower.example');
    const policy = headers.get('content-security-policy')!;
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe|https?:|data:/);
    const [, script = ''] = /<script>([\s\S]*?)<\/script>/.exec(html)!;
    const digest = Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(script))).toString(
      'base64',
    );
    expect(policy).toContain(`script-src 'sha256-${digest}'`);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-robots-tag')).toContain('noindex');
  });

  it('name their sources in the style of the reader, and to visitors by title and host alone', async () => {
    const id = await reported();
    await lab.core.sync.store.write('c1', (tx) =>
      tx.put('preferences', 'ann', { ...newPreferences('ann', 'en'), citationStyle: 'authorDate' }),
    );
    const own = await open(id, { authorization: 'Bearer ann' });
    expect(own.html).toMatch(/<li dir="auto">A note\. \(1970\)\. \[Note\]\.<\/li>/);
    expect(own.html).toMatch(/Tower\. \(n\.d\.\)\. tower\.example\. Retrieved .*, from http:\/\/tower\.example\/a/);
    await share(id, 'public');
    const { html } = await open(id);
    expect(html).toContain('Documents of the workspace: 1');
    expect(html).toContain('Tower · tower.example');
    expect(html).not.toMatch(/A note|Retrieved/);
    expect((await open(id, { authorization: 'Bearer ann' })).html).toBe(own.html);
    expect((await open(id, { authorization: 'Bearer nobody' })).html).toBe(html);
  });
});
