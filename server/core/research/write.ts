/**
 * Writes the sections of a report from findings. Each sentence cites findings; uncited sentences are removed. If the model
 * writes nothing, the claims of the findings are the sentences. Then each sentence is verified against the quotes, unless it
 * is a quote; without a verdict it is marked. If no sentence is supported, the section consists of the quotes. The prompts
 * contain findings, not the source pages.
 */
import * as v from 'valibot';
import type { ReportSection, ReportSentence } from '../../../sync/model/kinds/reports';
import { answerTokens, askModel, costOf, fitting, inLanguage, type Prompt } from '../ai-providers/ask-model';
import { claimKey, type Claims } from './claims';
import { findingText } from './compare';
import { oneLine } from './extract';
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

/** The quotes of a section as its sentences, one paragraph per source. */
export function quotedSection(claims: Claims, index: number): Paragraphs {
  const paragraphs = new Map<string, Paragraphs[number]>();
  for (const { n, quote, passage } of claims.of(index)) {
    const key = `${passage.kind}/${passage.id || passage.url}`;
    paragraphs.set(key, [...(paragraphs.get(key) ?? []), { text: quote, learnings: claims.citing([n]), check: '' }]);
  }
  return [...paragraphs.values()];
}

/** Marks a sentence with a number that none of its quotes has. */
const withNumberCheck = (sentence: ReportSentence, claims: Claims): ReportSentence =>
  missingNumbers(sentence.text, claims.quotes(sentence.learnings)).length > 0
    ? { ...sentence, check: 'number' }
    : sentence;

/** The claims of a section as its sentences, not verified; used if the model wrote nothing. */
const claimedSection = (claims: Claims, index: number): Paragraphs =>
  claims.of(index).map(({ claim, quote, n }) => {
    const text = claim === oneLine(quote) ? quote : claim;
    return [withNumberCheck({ text, learnings: claims.citing([n]), check: '' }, claims)];
  });

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
      const line = oneLine(text);
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
  const checked = kept.map((sentences) => sentences.map((sentence) => withNumberCheck(sentence, claims)));
  return { paragraphs: checked.filter((sentences) => sentences.length > 0), removed };
}

export async function writeSection(
  work: ResearchWork,
  title: string,
  index: number,
  claims: Claims,
): Promise<Paragraphs> {
  const { chat, steps, research } = work;
  const findings = claims.of(index);
  if (findings.length === 0) return [];
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
  if (!output?.value) return claimedSection(claims, index);
  const { paragraphs, removed } = supportedBy(output.value.paragraphs, given, claims);
  if (removed > 0) addLimit(work, { kind: 'sentences', title, count: removed });
  return paragraphs.length > 0 ? paragraphs : claimedSection(claims, index);
}

/** tokens of one verdict as JSON */
const VERDICT_TOKENS = 24;

const citedText = ({ text, learnings }: ReportSentence, n: number, claims: Claims): string =>
  [`sentence ${n}: ${text}`, ...claims.quotes(learnings).map((quote) => `quote: ${quote}`)].join('\n');

const verifyPrompt = (sentences: readonly ReportSentence[], claims: Claims): Prompt => ({
  name: 'verdicts',
  rules: [
    'You verify sentences of a report. Each comes with the quotes that it cites.',
    'supported: the quotes state all of it. partly: they state a part of it.',
    'unsupported: they do not state it, or state something else.',
    'Compare numbers, dates and names exactly. Give a verdict for every sentence by its number.',
  ],
  data: sentences.map((sentence, n) => citedText(sentence, n + 1, claims)),
  request: `Verify ${sentences.length} sentences.`,
});

type Verdict = v.InferOutput<typeof Verdicts>['verdicts'][number]['verdict'];
interface VerifyOutput extends Output<v.InferOutput<typeof Verdicts>> {
  /** positions of the sentences that were given, among those that were left; all in the first version of a step */
  given?: number[];
}

/**
 * Asks for verdicts on as many sentences at a time as fit into the model's context with their quotes. A replay, which has
 * no model, reads from the stored outputs which sentences they were.
 * @returns `error`: of the sentences that were not verified; null if all were given and answered
 */
async function verdictsOn(
  { title }: ReportSection,
  work: ResearchWork,
  sentences: readonly ReportSentence[],
  index: number,
  claims: Claims,
): Promise<{ verdicts: Map<ReportSentence, Verdict>; error: string | null }> {
  const { chat, steps } = work;
  const verdicts = new Map<ReportSentence, Verdict>();
  let error: string | null = null;
  let left = [...sentences];
  for (let part = 1; left.length > 0; part += 1) {
    const textOf = (sentence: ReportSentence): string => citedText(sentence, left.length, claims);
    const most = chat ? Math.floor(answerTokens(chat) / VERDICT_TOKENS) : left.length;
    const fits = chat ? fitting(chat, left, textOf, '').slice(0, most) : left;
    // each is too long alone
    if (fits.length === 0) return { verdicts, error: error ?? '' };
    const prompt = verifyPrompt(fits, claims);
    const given = fits.map((sentence) => left.indexOf(sentence));
    const output = await steps.run<VerifyOutput>(
      {
        kind: 'verify',
        id: part === 1 ? `verify/${index}` : `verify/${index}/${part}`,
        name: title,
        input: left.map(({ text, learnings }) => ({ text, learnings })),
        tokens: chat ? costOf(chat, prompt) : 0,
      },
      async () => ({ ...(await askModel({ ...work, chat: chat! }, Verdicts, prompt)), given }),
    );
    if (!output) return { verdicts, error: error ?? '' };
    if (!output.value) error ??= output.error;
    const asked = output.given ? output.given.flatMap((at) => left[at] ?? []) : left;
    for (const { sentence, verdict } of output.value?.verdicts ?? []) {
      const judged = asked[sentence - 1];
      if (judged) verdicts.set(judged, verdict);
    }
    left = left.filter((sentence) => !asked.includes(sentence));
  }
  return { verdicts, error };
}

/**
 * Removes sentences that their quotes do not support, and marks those that are supported in part or have no verdict. If none
 * is left, gives the quotes of the section: the model's claims were just rejected.
 */
export async function verifySection(
  work: ResearchWork,
  section: ReportSection,
  index: number,
  claims: Claims,
): Promise<Paragraphs> {
  const { title, paragraphs } = section;
  const sentences = paragraphs.flat().filter(({ text, learnings }) => !claims.quotes(learnings).includes(text));
  if (sentences.length === 0) return paragraphs;
  const { verdicts, error } = await verdictsOn(section, work, sentences, index, claims);
  if (error !== null) addLimit(work, { kind: 'unverified', title, error });
  let removed = 0;
  const kept = paragraphs.map((each) =>
    each.flatMap((sentence): ReportSentence[] => {
      if (!sentences.includes(sentence)) return [sentence];
      const verdict = verdicts.get(sentence);
      if (verdict === 'unsupported') {
        removed += 1;
        return [];
      }
      return [verdict === 'supported' || sentence.check !== '' ? sentence : { ...sentence, check: 'unsure' }];
    }),
  );
  if (removed > 0) addLimit(work, { kind: 'sentences', title, count: removed });
  const verified = kept.filter((each) => each.length > 0);
  return verified.length > 0 ? verified : quotedSection(claims, index);
}
