/**
 * Writes the sections of a report from findings. Each sentence cites findings; uncited sentences are removed. Then each
 * sentence is verified against the quotes. The prompts contain findings, not the source pages.
 */
import * as v from 'valibot';
import { LIMITS } from '../../../sync/model/limits';
import type { ReportSection, ReportSentence } from '../../../sync/model/kinds/reports';
import { clean, wellFormed } from '../../../sync/model/text';
import { askModel, costOf, fitting, inLanguage, type Prompt } from '../ai-providers/ask-model';
import { claimKey, type Claims } from './claims';
import { findingText } from './compare';
import { missingNumbers } from './numbers';
import type { StepOutput } from './steps';
import { addLimit, type Finding, type ResearchWork } from './work';

const Written = v.object({
  paragraphs: v.array(
    v.array(v.object({ text: v.pipe(v.string(), v.maxLength(8000)), findings: v.array(v.number()) })),
  ),
});
const Verdicts = v.object({
  verdicts: v.array(v.object({ sentence: v.number(), verdict: v.picklist(['supported', 'partly', 'unsupported']) })),
});

type Paragraphs = ReportSection['paragraphs'];
interface Output<T> extends StepOutput {
  value: T | null;
}

const writePrompt = (language: string, title: string, given: readonly Finding[]): Prompt => ({
  name: 'section',
  rules: [
    'You write one section of a report from findings.',
    `${inLanguage(language)} Plain sentences without Markdown.`,
    'Each sentence names the numbers of the findings that support it.',
    'Use nothing but the findings; keep their numbers, dates and names as they are.',
    'Say where they disagree. Do not repeat yourself.',
  ],
  data: given.map(findingText),
  request: `Section: ${title}`,
});

/** The claims of a section as its sentences; used if the model wrote nothing. */
const plainSection = (claims: Claims, index: number): Paragraphs =>
  claims.of(index).map(({ claim, n }) => [{ text: claim, learnings: claims.citing([n]), check: '' as const }]);

/** Removes sentences without a known finding. A repeated sentence is kept once, with the findings of all copies. */
function supportedBy(
  paragraphs: readonly (readonly { text: string; findings: readonly number[] }[])[],
  findings: readonly Finding[],
  claims: Claims,
): { paragraphs: Paragraphs; removed: number } {
  const given = new Set(findings.map(({ n }) => n));
  const written = new Map<string, ReportSentence>();
  let removed = 0;
  const kept = paragraphs.map((sentences) =>
    sentences.flatMap(({ text, findings: named }): ReportSentence[] => {
      const line = wellFormed(clean(text)).slice(0, LIMITS.passage.max);
      const learnings = claims.citing(named.filter((n) => given.has(n)));
      if (line === '' || learnings.length === 0) {
        removed += 1;
        return [];
      }
      const before = written.get(claimKey(line));
      if (before) {
        before.learnings = [...new Set([...before.learnings, ...learnings])];
        return [];
      }
      const sentence: ReportSentence = { text: line, learnings, check: '' };
      written.set(claimKey(line), sentence);
      return [sentence];
    }),
  );
  for (const sentence of written.values())
    if (missingNumbers(sentence.text, claims.quotes(sentence.learnings)).length > 0) sentence.check = 'number';
  return { paragraphs: kept.filter((sentences) => sentences.length > 0), removed };
}

export async function writeSection(
  work: ResearchWork,
  title: string,
  index: number,
  claims: Claims,
): Promise<{ paragraphs: Paragraphs; isWritten: boolean }> {
  const { chat, steps, research } = work;
  const findings = claims.of(index);
  const plain = { paragraphs: plainSection(claims, index), isWritten: false };
  if (findings.length === 0) return plain;
  const given = chat ? fitting(chat, findings, findingText, title) : findings;
  const prompt = writePrompt(research.language, title, given);
  const output = await steps.run<Output<v.InferOutput<typeof Written>>>(
    {
      kind: 'write',
      id: `write/${index}`,
      name: title,
      // the findings are part of the input, so a section that used a withdrawn source is written again
      input: findings.map(({ n, claim }) => ({ n, claim })),
      tokens: chat ? costOf(chat, prompt) : 0,
    },
    () => askModel({ ...work, chat: chat! }, Written, prompt),
  );
  if (!output?.value) return plain;
  const { paragraphs, removed } = supportedBy(output.value.paragraphs, given, claims);
  if (removed > 0) addLimit(work, { kind: 'sentences', title, count: removed });
  return paragraphs.length > 0 ? { paragraphs, isWritten: true } : plain;
}

const verifyPrompt = (sentences: readonly ReportSentence[], claims: Claims): Prompt => ({
  name: 'verdicts',
  rules: [
    'You verify sentences of a report. Each comes with the quotes that it cites.',
    'supported: the quotes state all of it. partly: they state a part of it.',
    'unsupported: they do not state it, or state something else.',
    'Compare numbers, dates and names exactly. Give a verdict for every sentence by its number.',
  ],
  data: sentences.map(({ text, learnings }, n) =>
    [`sentence ${n + 1}: ${text}`, ...claims.quotes(learnings).map((quote) => `quote: ${quote}`)].join('\n'),
  ),
  request: `Verify ${sentences.length} sentences.`,
});

/** Removes sentences that the quotes do not support, and marks partly supported ones. */
export async function verifySection(
  work: ResearchWork,
  { title, paragraphs }: ReportSection,
  index: number,
  claims: Claims,
): Promise<Paragraphs> {
  const { chat, steps } = work;
  const sentences = paragraphs.flat();
  const prompt = verifyPrompt(sentences, claims);
  const output = await steps.run<Output<v.InferOutput<typeof Verdicts>>>(
    {
      kind: 'verify',
      id: `verify/${index}`,
      name: title,
      input: sentences.map(({ text, learnings }) => ({ text, learnings })),
      tokens: chat ? costOf(chat, prompt) : 0,
    },
    () => askModel({ ...work, chat: chat! }, Verdicts, prompt),
  );
  if (!output?.value) addLimit(work, { kind: 'unverified', title, error: output?.error ?? '' });
  const verdicts = new Map((output?.value?.verdicts ?? []).map(({ sentence, verdict }) => [sentence - 1, verdict]));
  let removed = 0;
  const kept = paragraphs.map((each) =>
    each.flatMap((sentence): ReportSentence[] => {
      const verdict = verdicts.get(sentences.indexOf(sentence));
      if (verdict === 'unsupported') {
        removed += 1;
        return [];
      }
      return [verdict === 'supported' || sentence.check !== '' ? sentence : { ...sentence, check: 'unsure' }];
    }),
  );
  if (removed > 0) addLimit(work, { kind: 'sentences', title, count: removed });
  const verified = kept.filter((each) => each.length > 0);
  return verified.length > 0 ? verified : plainSection(claims, index);
}
