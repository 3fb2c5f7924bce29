/** Writes the demo's researches with their reports, in the state in which the research feature stores them. */
import { newId, reportId, spaceOf } from '../../../../sync/model/ids';
import type { AnswerSource } from '../../../../sync/model/kinds/answers';
import type { Learning, Report } from '../../../../sync/model/kinds/reports';
import { FIRST_BUDGET, type ResearchStep } from '../../../../sync/model/kinds/researches';
import { LIMITS } from '../../../../sync/model/limits';
import { parseMarkdown } from '../../../../sync/merge/note-markdown';
import { textOfBlocks } from '../../../../sync/merge/note-text';
import type { DemoSeed } from '../../../shared/demo';
import { DEMO_RESEARCHES, type DemoResearch } from './researches';
import { DAY } from '../../../shared/demo-durations';
import { withMentions, writtenAt } from '../../../shared/demo-texts';

/** duration of the work in milliseconds */
const WORK_MS = 94_000;
const PREVIEW_MAX = 300;

type Project = DemoSeed['projects'][number];

export async function writeDemoResearches(seed: DemoSeed): Promise<void> {
  for (const project of seed.projects) {
    const research = DEMO_RESEARCHES.find((each) => each.project === project.content.title);
    if (research) await writeResearch(seed, project, research);
  }
}

async function writeResearch(seed: DemoSeed, project: Project, research: DemoResearch): Promise<void> {
  const { tx, cast, platform } = seed;
  const at = platform.clock.now() - research.daysAgo * DAY;
  const id = newId(at);
  const space = spaceOf('project', project.id);
  const endedAt = at + WORK_MS;
  const { sources, learnings } = evidence(seed, project, research);
  const sections = sectionsOf(research);
  const body = sections
    .flatMap(({ paragraphs }) => paragraphs.flat().map(({ text }) => text))
    .join(' ')
    .slice(0, PREVIEW_MAX);
  await tx.put(
    'threads',
    id,
    {
      ...{ space, kind: 'research' as const, title: research.question, projectId: project.id },
      ...{ creatorId: cast.people[research.by], status: 'SUCCEEDED', body, shareRange: 'project' as const },
      createdAt: at,
    },
    at,
  );
  await tx.put(
    'researches',
    id,
    {
      ...{ space, stage: 'DONE' as const, question: research.question, followsId: '', language: research.language },
      usesWeb: false,
      dialogue: research.dialogue.map((each) => ({ ...each, choices: [...each.choices] })),
      feedback: [],
      plan: research.sections.map(({ title }) => title),
      budget: { ...FIRST_BUDGET },
      used: { sources: sources.length, tokens: 0, ms: WORK_MS },
      steps: stepsOf(research),
      ...{ error: '', startedAt: at, endedAt },
    },
    endedAt,
  );
  const report: Omit<Report, 'id' | 'rev' | 'updatedAt' | 'recency' | 'abilities'> = {
    ...{ space, threadId: id, sections, learnings, sources, contradictions: [] },
    limits: [],
    ...{ isComplete: true, mode: 'model', provider: 'demo', model: 'Demo', writtenAt: endedAt },
  };
  await tx.put('reports', reportId(id), report, endedAt);
}

const sectionsOf = ({ sections }: DemoResearch): Report['sections'] =>
  sections.map(({ title, paragraphs }) => ({
    title,
    paragraphs: paragraphs.map((sentences) =>
      sentences.map(([text, learnings]) => ({ text, learnings: [...learnings], check: '' as const })),
    ),
  }));

function stepsOf({ question, sections }: DemoResearch): ResearchStep[] {
  const step = (kind: ResearchStep['kind'], index: number | '', name: string): ResearchStep => ({
    ...{ id: index === '' ? kind : `${kind}/${index}`, kind, name: name.slice(0, 300), state: 'done', error: '' },
  });
  const each = (kind: ResearchStep['kind']) => sections.map(({ title }, n) => step(kind, n, title));
  return [
    ...sections.flatMap(({ title }, n) => [step('own', n, title), step('extract', n, title)]),
    step('gaps', '', question),
    step('compare', '', question),
    ...each('write'),
    ...each('verify'),
  ];
}

/** The notes as sources, and the findings with their quotes. Throws if a quote is not in its note. */
function evidence(
  seed: DemoSeed,
  { id: projectId, content }: Project,
  { findings }: DemoResearch,
): { sources: AnswerSource[]; learnings: Learning[] } {
  const titles = [...new Set(findings.map(({ note }) => note))];
  const sources = titles.map((title, n): AnswerSource => {
    const note = content.notes.find((each) => each.title === title);
    const id = seed.documents.note.get(title);
    if (!note || !id) throw new Error(`the demo has no note ${title}`);
    const text = textOfBlocks(parseMarkdown(withMentions(note.markdown, seed))).slice(0, LIMITS.passage.max);
    return {
      ...{ no: n + 1, kind: 'notes' as const, id, partId: '', title, url: '', projectId, text, start: 0, at: -1 },
      updatedAt: writtenAt(note, seed.platform.clock.now()),
    };
  });
  const learnings = findings.map(({ note, quote, claim }, n): Learning => {
    const source = sources[titles.indexOf(note)]!;
    if (!source.text.includes(quote)) throw new Error(`${quote} is not in ${note}`);
    return { n: n + 1, claim, quote, source: source.no };
  });
  return { sources, learnings };
}
