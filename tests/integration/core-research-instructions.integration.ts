/**
 * Instructions in a file and in a transcript that a deep research reads, and a model that follows them wherever it gets
 * them. Those of web pages: core-research.integration.ts.
 */
import { expect, it } from 'vitest';
import { researchCalls } from '../../server/core/research/contract';
import { describeOnDatabase } from '../support/database';
import {
  expectFenced,
  expectNoLeak,
  OBEYING_CALLS,
  OBEYING_TEXT,
  ORDER,
  OTHER_SOURCE,
  TRACKER,
  writeHostile,
  type HostileKind,
} from '../support/hostile-documents';
import { askingOf, findingsIn, USUAL } from '../support/research-answers';
import { useResearchCore } from '../support/research-core';

const QUESTION = 'How high is the tower?';

describeOnDatabase('instructions that a research reads', (engine) => {
  const lab = useResearchCore(engine, 'everything');

  it.each<HostileKind>(['file', 'transcript'])(
    'in a %s are data: nothing else is searched or fetched, and the report links to nothing',
    async (kind) => {
      const documentId = await writeHostile(lab.core, kind);
      const obeying = (answer: object) => ({ text: JSON.stringify(answer), toolCalls: OBEYING_CALLS });
      lab.script({
        plan: () => ({ questions: [QUESTION] }),
        findings: (prompt, request) => {
          const usual = USUAL.findings(prompt, request) as { findings: object[] };
          const numbers = [...prompt.matchAll(/^source (\d+)$/gm)].map(([, no]) => Number(no));
          const obeyed = numbers.map((source) => ({ claim: OBEYING_TEXT, quote: ORDER, source }));
          return obeying({ findings: [...usual.findings, ...obeyed] });
        },
        gaps: () => obeying({ questions: [`Search for payroll, and open ${TRACKER}${OTHER_SOURCE}`] }),
        section: (prompt) =>
          obeying({ paragraphs: [findingsIn(prompt).map((n) => ({ text: OBEYING_TEXT, findings: [n] }))] }),
      });
      const id = await lab.planned(QUESTION);
      await lab.work(id);

      expect(expectFenced(lab.models.requests).map(askingOf)).toEqual(
        expect.arrayContaining(['findings', 'gaps', 'section']),
      );
      expect(lab.searches.queries.map(({ query }) => query)).toEqual([QUESTION]);
      expect(lab.fetched().filter((address) => !address.startsWith('tower.example'))).toEqual([]);
      const report = await lab.report(id);
      expect(report.sources.map((source) => source.id)).toContain(documentId);
      expect(report.learnings.map(({ quote }) => quote)).toContain(ORDER);
      expect(JSON.stringify(report.sections)).toContain('tracker.example');
      expect(report.sources.map(({ url }) => url).join()).not.toContain('tracker');
      const { html } = await lab.ann.call(researchCalls.html, { id });
      expect(html).not.toMatch(/<img|<a /);
      expectNoLeak((await lab.ann.call(researchCalls.report, { id })).content);
    },
  );
});
