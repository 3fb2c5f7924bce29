/** Compares findings with a language model: open questions, and contradictions between findings. */
import * as v from 'valibot';
import { LIMITS } from '../../../sync/model/limits';
import type { Report } from '../../../sync/model/kinds/reports';
import { askModel, costOf, fitting, inLanguage, type Prompt } from '../ai-providers/ask-model';
import type { StepOutput } from './steps';
import { distinct, planLine } from './subquestions';
import type { Finding, ResearchWork } from './work';

/** maximum number of further questions about missing information */
const GAPS_MAX = 2;
const CONTRADICTIONS_MAX = 10;

const Gaps = v.object({ questions: v.array(v.pipe(v.string(), v.maxLength(4000))) });
const Pairs = v.object({
  contradictions: v.array(v.object({ a: v.number(), b: v.number(), about: v.pipe(v.string(), v.maxLength(4000)) })),
});

interface Output<T> extends StepOutput {
  value: T | null;
}

export const findingText = ({ n, claim, quote }: Finding): string =>
  [`finding ${n}`, `claim: ${claim}`, `quote: ${quote}`].join('\n');

async function ask<S extends v.GenericSchema>(
  work: ResearchWork,
  kind: 'gaps' | 'compare',
  schema: S,
  findings: readonly Finding[],
  promptOf: (given: readonly Finding[]) => Prompt,
): Promise<v.InferOutput<S> | null> {
  const { chat, steps, research } = work;
  const given = chat ? fitting(chat, findings, findingText, research.question) : findings;
  const prompt = promptOf(given);
  const output = await steps.run<Output<v.InferOutput<S>>>(
    {
      kind,
      id: kind,
      name: research.question,
      input: findings.map(({ n, claim }) => ({ n, claim })),
      tokens: chat ? costOf(chat, prompt) : 0,
    },
    () => askModel({ ...work, chat: chat! }, schema, prompt),
  );
  return output?.value ?? null;
}

/**
 * Returns questions that the findings leave open. The model that writes them has read the sources, so they may contain
 * confidential words: they are searched in documents of the organization and pages already read, never on the web.
 */
export async function gapsIn(work: ResearchWork, findings: readonly Finding[]): Promise<string[]> {
  const { research } = work;
  if (findings.length === 0) return [];
  const gaps = await ask(work, 'gaps', Gaps, findings, (given) => ({
    name: 'gaps',
    rules: [
      'You plan a research. You get its questions and what was found so far.',
      inLanguage(research.language),
      `Name at most ${GAPS_MAX} further questions whose answers are needed and missing.`,
      'Name none if nothing important is missing.',
    ],
    data: given.map(findingText),
    request: ['Questions:', ...research.plan].join('\n'),
  }));
  const known = new Set(distinct(research.plan));
  return distinct([...research.plan, ...(gaps?.questions ?? [])])
    .filter((question) => !known.has(question))
    .slice(0, GAPS_MAX);
}

/** Returns pairs of findings that contradict each other. */
export async function contradictionsIn(
  work: ResearchWork,
  findings: readonly Finding[],
): Promise<Report['contradictions']> {
  if (findings.length < 2) return [];
  const pairs = await ask(work, 'compare', Pairs, findings, (given) => ({
    name: 'contradictions',
    rules: [
      'You compare the findings of a research.',
      inLanguage(work.research.language),
      'Name the pairs that cannot both be true, as other numbers or dates for the same thing.',
      'Say in a few words what each pair is about. Name none if the findings agree.',
    ],
    data: given.map(findingText),
    request: `Question of the research: ${work.research.question.slice(0, LIMITS.question.max)}`,
  }));
  const byNo = new Map(findings.map((finding) => [finding.n, finding]));
  const known = new Set<string>();
  return (pairs?.contradictions ?? [])
    .flatMap(({ a, b, about }) => {
      const [one, other] = [byNo.get(a), byNo.get(b)];
      const key = [a, b].sort((x, y) => x - y).join('/');
      if (!one || !other || one.quote === other.quote || known.has(key)) return [];
      known.add(key);
      return [{ a, b, about: planLine(about) }];
    })
    .slice(0, CONTRADICTIONS_MAX);
}
