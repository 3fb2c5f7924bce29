/** The report of a research on its screen: evidence, sources, citations, what is left out, and what follows it. */
import { within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { markdownOfState } from '../../sync/merge/note-text';
import { openPage, until } from '../support/component/page';
import { report, researchScreen } from '../support/component/research-screen';

const screen = researchScreen('House of results');

/** The text of the whole page with the names of its controls. The name of the company has no word that is searched. */
const shownText = (): string =>
  [
    document.body.textContent,
    ...[...document.querySelectorAll('[aria-label], [placeholder], [title]')].flatMap((element) =>
      ['aria-label', 'placeholder', 'title'].map((name) => element.getAttribute(name) ?? ''),
    ),
  ].join('\n');

test('a report has its contents, sentences with evidence and marks, contradictions, figures, limits and sources', async () => {
  screen.at('DONE');
  screen.values.report = report();
  const page = await screen.open();
  await screen.shows(page, 'report');
  // the report arrives after the research
  await until(() => expect(page.element('[data-report]')?.dataset['report']).toBe('report'));
  const contents = within(page.getAllByRole('navigation', { name: page.text('research', 'report.contents') })[0]!);
  contents.getAllByRole('link', { name: 'When was it opened?', hidden: true });
  const article = page.element('article')!;
  expect(article.querySelector('[data-check="unsure"]')?.textContent).toContain(page.text('research', 'report.unsure'));
  expect(article.querySelector('[data-check="number"]')?.textContent).toContain(page.text('research', 'report.number'));
  const contradictions = within(page.getByRole('region', { name: page.text('research', 'report.contradictions') }));
  await contradictions.findByText('“is 333 metres high”');
  await contradictions.findByText('“stands 332 metres”');
  const figures = within(page.getByRole('table'));
  expect(
    figures
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.querySelector('td')!.textContent),
  ).toEqual(['333 metres', '332 metres', '1958']);
  // the year is in the table alone
  const [chart, ...otherCharts] = article.querySelectorAll<HTMLElement>('[data-figure-chart]');
  expect(otherCharts).toEqual([]);
  await until(() =>
    within(chart!).getByRole('img', { name: page.text('research', 'report.chartLabel', { unit: 'metres' }) }),
  );
  const limits = page.getByRole('region', { name: page.text('research', 'report.limits') });
  expect(limits.textContent).toContain(page.text('research', 'limit.source', { title: 'Gone' }));
  expect(
    within(page.getByRole('region', { name: page.text('research', 'report.sources') })).getAllByText(/^Tower/),
  ).toHaveLength(2);

  const name = page.text('chat', 'source.card', { n: 1, title: 'Tower 1' });
  await page.press(() => within(article.querySelector('#section-1')! as HTMLElement).getByRole('button', { name }));
  const card = await page.dialog();
  await card.findByText('is 333 metres high');
  await page.press(() => card.getByRole('button', { name: page.text('chat', 'source.passage') }));
  await until(() => expect(page.element('[data-stored-passage] mark')?.textContent).toBe('is 333 metres high'));
});

test('a report that could not be written says why, above what was found', async () => {
  screen.at('PARTIAL', { error: 'DEEP_RESEARCH_REPORT_ERROR' });
  screen.values.report = report({
    isComplete: false,
    limits: [{ kind: 'stopped', title: '', url: '', error: 'PROVIDER_KEY_REFUSED', count: 0 }],
  });
  const page = await screen.open();
  await until(() => expect(page.element('[data-report]')).not.toBeNull());
  const line = page.getByText(page.text('errors', 'DEEP_RESEARCH_REPORT_ERROR'));
  expect(line.closest('[role="alert"]')).not.toBeNull();
  expect(line.compareDocumentPosition(page.element('[data-report]')!) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  const limits = page.getByRole('region', { name: page.text('research', 'report.limits') });
  expect(limits.textContent).toContain(page.text('errors', 'PROVIDER_KEY_REFUSED'));
});

test('a section of the closest passages alone says so above them, and the others do not', async () => {
  screen.at('PARTIAL');
  screen.values.report = report({
    mode: 'extractive',
    isComplete: false,
    contradictions: [],
    limits: [{ kind: 'closest', title: 'How high is it?', url: '', error: '', count: 0 }],
  });
  const page = await screen.open();
  await until(() => expect(page.element('[data-report]')).not.toBeNull());
  const text = page.text('research', 'limit.closest', { title: 'How high is it?' });
  await within(page.element('#section-1')! as HTMLElement).findByText(text);
  expect(page.element('#section-2')!.textContent).not.toContain(text);
  expect(page.getByRole('region', { name: page.text('research', 'report.limits') }).textContent).toContain(text);
});

test('a result without a model is a source dossier of quotes, and nowhere a report', async () => {
  screen.at('DONE');
  screen.values.report = report({
    mode: 'extractive',
    model: '',
    contradictions: [],
    sections: [{ title: 'How high is it?', paragraphs: [[{ text: 'is 333 metres high', learnings: [1], check: '' }]] }],
  });
  const page = await screen.open();
  await page.findByText(page.text('research', 'report.dossier'));
  await until(() => expect(page.element('[data-report]')?.dataset['report']).toBe('dossier'));
  expect(page.element('article blockquote')!.textContent).toBe('is 333 metres high');
  await page.findByRole('heading', { name: page.text('research', 'feedback.title') });
  expect(shownText()).not.toMatch(/report/i);
});

test.each([
  ['PLAN_REVIEW', 'plan.text'],
  ['DONE', 'state.arriving'],
] as const)('without a model nothing is called a report at %s', async (stage, key) => {
  screen.at(stage);
  const page = await screen.open();
  await page.findByText(page.text('research', key));
  if (stage === 'PLAN_REVIEW') {
    await page.press(() => page.getByRole('button', { name: page.text('research', 'budget.change') }));
    await page.findByText(page.text('research', 'budget.text'));
  }
  expect(shownText()).not.toMatch(/report/i);
});

test('a quote of several sources stands once in a dossier, with each of them', async () => {
  screen.at('DONE');
  const quote = 'is 333 metres high';
  screen.values.report = report({
    mode: 'extractive',
    model: '',
    contradictions: [],
    sections: [{ title: 'How high is it?', paragraphs: [[{ text: quote, learnings: [1, 2], check: '' }]] }],
    learnings: [1, 2].map((n) => ({ n, claim: quote, quote, source: n })),
  });
  const page = await screen.open();
  await page.findByText(page.text('research', 'report.dossier'));
  await until(() => expect(page.element('article blockquote')).not.toBeNull());
  const item = page.element('article blockquote')!.closest('li')!;
  await within(item).findByText('Tower 1');
  await within(item).findByText('Tower 2');
});

test('a sentence of a report that has the words of a quote is in quotation marks', async () => {
  screen.at('DONE');
  screen.values.report = report({
    sections: [
      {
        title: 'How high is it?',
        paragraphs: [
          [
            { text: 'is 333 metres high', learnings: [1], check: '' },
            { text: 'Some say 332.', learnings: [2], check: '' },
          ],
        ],
      },
    ],
  });
  const page = await screen.open();
  await page.findByText('“is 333 metres high”', { selector: '[data-check] *' });
  await page.findByText(/^Some say 332\./);
});

test('a partial report says so, and goes on where it was stopped', async () => {
  screen.at('PARTIAL');
  screen.values.report = report({
    isComplete: false,
    limits: [{ kind: 'stopped', title: '', url: '', error: '', count: 0 }],
  });
  const page = await screen.open();
  await page.findByText(page.text('research', 'report.partial'));
  await page.press(() => page.getByRole('button', { name: page.text('research', 'report.continue') }));
  await until(() => expect(screen.ran).toEqual([['research.retry', { id: 'rs' }]]));
});

test('a report becomes a document without a connection, with its sources', async () => {
  screen.at('DONE');
  screen.values.report = report();
  const page = await screen.open();
  const name = page.text('chat', 'openAsDocument');
  await page.findByRole('button', { name });
  screen.device.become('cut');
  await page.press(() => page.getByRole('button', { name }));
  await page.at(/^\/canvas\/cv1$/);
  const [command, input] = screen.ran.at(-1) as [string, { turnId: string; title: string; state: Uint8Array }];
  expect([command, input.turnId, input.title]).toEqual(['canvas.create', 'rp_rs', 'How high is the tower?']);
  const text = markdownOfState(input.state);
  expect(text).toContain('The tower is 333 metres high.');
  expect(text).toContain('https://tower.example/2');
});

test('a reader of a private report is not offered a document of it', async () => {
  screen.at('DONE');
  screen.values.report = report();
  screen.values.creatorId = 'somebody';
  const page = await screen.open();
  await page.findByText(page.text('research', 'report.contradictions'), { selector: 'h3' });
  expect(page.queryByRole('button', { name: page.text('chat', 'openAsDocument') })).toBeNull();
});

test('sources are cited in the style of the person, who chooses another one in the menu', async () => {
  screen.at('DONE');
  screen.values.report = report();
  screen.values.style = 'authorDate';
  const page = await screen.open();
  await page.findByText(page.text('research', 'report.contradictions'), { selector: 'h3' });
  await until(() => expect(page.element('#section-1')!.textContent).toContain('(“Tower 1”, n.d.)'));
  const sources = page.getByRole('region', { name: page.text('research', 'report.sources') });
  expect(sources.querySelector('[data-reference]')!.textContent).toMatch(
    /^Tower 1\. \(n\.d\.\)\. tower\.example\. Retrieved November \d+, 2023, from https:\/\/tower\.example\/1$/,
  );
  await page.press(() =>
    within(page.element('#section-1')! as HTMLElement).getByRole('button', { name: '(“Tower 1”, n.d.)' }),
  );
  await (await page.dialog()).findByText('is 333 metres high');
  await page.user.keyboard('{Escape}');
  await page.press(() => page.getByRole('button', { name: page.text('research', 'menu') }));
  await page.press(() =>
    page.getByRole('menuitem', { name: new RegExp(`^${page.text('research', 'citation.footnotes')}`) }),
  );
  await until(() => expect(screen.ran).toEqual([['preferences.update', { citationStyle: 'footnotes' }]]));
});

test('the style of citations is chosen in the settings, too', async () => {
  screen.values.style = 'footnotes';
  const page = await openPage({
    device: screen.device,
    person: screen.company.owner,
    path: '/settings?section=profile',
  });
  const label = page.text('research', 'citation.label');
  const select = (): HTMLElement => page.getByRole('button', { name: new RegExp(label) });
  await page.findByRole('button', { name: new RegExp(label) });
  expect(select().textContent).toContain(page.text('research', 'citation.footnotes'));
  await page.findByText(
    page.text('settings', 'citationHint', { example: page.text('research', 'citation.footnotesExample') }),
  );
  await page.press(select);
  await page.press(() => page.getByRole('option', { name: page.text('research', 'citation.authorDate') }));
  await until(() => expect(screen.ran).toEqual([['preferences.update', { citationStyle: 'authorDate' }]]));
});

test('a further research goes deeper into a section, and feedback on the report is kept', async () => {
  screen.at('DONE', { feedback: ['Too short'] });
  screen.values.report = report();
  const page = await screen.open();
  await page.press(() =>
    page.getByRole('button', { name: page.text('research', 'report.deeperOf', { title: 'How high is it?' }) }),
  );
  const field = page.getByRole('textbox', { name: page.text('research', 'followUp.label') }) as HTMLTextAreaElement;
  await until(() => expect(field.value).toBe('How high is it?'));
  expect(document.activeElement).toBe(field);
  await page.findByText('Too short');
  await page.fill(() => page.getByRole('textbox', { name: page.text('research', 'feedback.label') }), 'Costs?');
  await page.press(() => page.getByRole('button', { name: page.text('research', 'feedback.send') }));
  await page.press(() => page.getByRole('button', { name: page.text('research', 'followUp.send') }));
  await until(() =>
    expect(screen.ran).toEqual([
      ['research.answer', { id: 'rs', text: 'Costs?' }],
      [
        'research.start',
        { question: 'How high is it?', projectId: '', usesWeb: true, language: 'en', followsId: 'rs' },
      ],
    ]),
  );
  await page.at(/^\/research\/next$/);
});
