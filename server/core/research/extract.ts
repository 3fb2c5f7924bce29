/**
 * Extracts findings for one question from passages. A language model writes claims with the quotes that support them;
 * without a model, the findings are sentences that share words with the question. A quote that is not in its passage is
 * dropped.
 */
import * as v from 'valibot';
import { LIMITS } from '../../../sync/model/limits';
import { clean, wellFormed } from '../../../sync/model/text';
import type { Passage } from '../../ai/extractive/interface';
import { quoteIn, sentenceFor } from '../chat/quotes';
import { askModel, costOf, fitting, inLanguage, type Prompt } from '../ai-providers/ask-model';
import type { Gathered } from './gather';
import { missingNumbers } from './numbers';
import type { StepOutput } from './steps';
import { addLimit, passageKey, sourceKey, type Finding, type ResearchWork } from './work';

/** maximum number of findings per question */
const FINDINGS_MAX = 12;

const Found = v.object({
  findings: v.array(
    v.object({
      claim: v.pipe(v.string(), v.maxLength(4000)),
      quote: v.pipe(v.string(), v.maxLength(4000)),
      source: v.number(),
    }),
  ),
});

type Noted = Pick<Finding, 'claim' | 'quote' | 'passage'>;

interface ExtractOutput extends StepOutput {
  findings: Noted[];
  dropped: number;
  provider: string;
  model: string;
}

export interface Extracted {
  findings: Noted[];
  provider: string;
  model: string;
}

const NOTHING: Extracted = { findings: [], provider: '', model: '' };
/** A text of a model or a source as one line. */
export const oneLine = (text: string): string => wellFormed(clean(text)).slice(0, LIMITS.passage.max);

export const sourceText = ({ title, url, text }: Passage, no: number): string =>
  [
    `source ${no}`,
    `title: ${JSON.stringify(clean(title))}`,
    ...(url ? [`address: ${JSON.stringify(url)}`] : []),
    '',
    text,
  ].join('\n');

const extractPrompt = (language: string, question: string, passages: readonly Passage[]): Prompt => ({
  name: 'findings',
  rules: [
    'You read sources for a research and note what they say about one question.',
    `${inLanguage(language)} Each finding has a claim of one sentence, a quote, and the number of its source.`,
    'The quote is copied exactly from that source, in its language, and supports the claim by itself.',
    'State only what the sources say, with their numbers and dates.',
    `At most ${FINDINGS_MAX} findings; none if no source speaks about the question.`,
  ],
  data: passages.map((passage, n) => sourceText(passage, n + 1)),
  request: `Question: ${question}`,
});

const inputOf = (question: string, passages: readonly Passage[]) => ({
  question,
  passages: passages.map(passageKey),
});

/**
 * Extracts findings with the language model; null if a budget is reached or a replay has no stored output. Throws
 * failures of the model that a retry may resolve.
 */
export async function extractByModel(
  work: ResearchWork,
  question: string,
  index: number,
  { passages, withLost }: Pick<Gathered, 'passages' | 'withLost'>,
): Promise<Extracted | null> {
  const { chat, steps, research } = work;
  const id = `extract/${index}`;
  const given = chat ? fitting(chat, passages, (passage) => sourceText(passage, 1), question) : passages;
  if (given.length === 0) return NOTHING;

  /**
   * For a replay after a source was withdrawn: the stored findings of visible sources, with their quotes as claims,
   * since their claims may contain words of the withdrawn source.
   */
  const quotesBesideLost = (): Extracted | null => {
    const noted = steps.stored<ExtractOutput>(id, inputOf(question, withLost));
    const seen = new Set(passages.map(passageKey));
    const findings = (noted?.findings ?? [])
      .filter(({ passage }) => seen.has(passageKey(passage)))
      .map((each) => ({ ...each, claim: oneLine(each.quote) }));
    return noted && findings.length > 0 ? { ...noted, findings } : null;
  };
  const prompt = extractPrompt(research.language, question, given);
  const output = await steps.run<ExtractOutput>(
    // the passages are part of the input: after a source is withdrawn the model is asked again, without its words
    {
      kind: 'extract',
      id,
      name: question,
      input: inputOf(question, passages),
      tokens: chat ? costOf(chat, prompt) : 0,
    },
    async () => {
      const { value, ...rest } = await askModel({ ...work, chat: chat! }, Found, prompt);
      return { ...checked(value?.findings ?? [], given), ...rest };
    },
  );
  if (!output) return steps.isReplay && passages.length < withLost.length ? quotesBesideLost() : null;
  work.read.push(...passages.map((passage) => ({ passage })));
  if (output.error !== '') addLimit(work, { title: question, error: output.error });
  if (output.dropped > 0) addLimit(work, { kind: 'quotes', title: question, count: output.dropped });
  return output;
}

/** Returns the findings whose quotes are in their passages, and the number of dropped findings. */
export function checked(
  noted: readonly { claim: string; quote: string; source: number }[],
  passages: readonly Passage[],
): { findings: Noted[]; dropped: number } {
  const findings: Noted[] = [];
  let dropped = 0;
  for (const { claim, quote, source } of noted.slice(0, FINDINGS_MAX)) {
    const passage = passages[source - 1];
    const words = passage && quoteIn(passage.text, quote);
    const line = oneLine(claim);
    if (!passage || !words || line === '') {
      dropped += 1;
      continue;
    }
    // a claim with a number that its quote does not contain is replaced by the quote
    const isLiteral = missingNumbers(line, [words]).length === 0;
    findings.push({ claim: isLiteral ? line : oneLine(words), quote: words, passage });
  }
  return { findings, dropped };
}

/**
 * Chooses quotes for a report without a model: first sentences that answer the question, then sentences that share
 * words with it. If there are none, quotes the closest passages, which the report lists as a limit.
 */
export function quotesFor(
  work: ResearchWork,
  question: string,
  { passages, closest, coverage, rarity }: Omit<Gathered, 'withLost'>,
): Extracted {
  const answers = work.core.extractive(question, passages, coverage, rarity);
  const first = answers.flatMap(({ passage, quote }) => {
    const of = passages[passage];
    return of?.text.includes(quote) ? [{ quote, passage: of }] : [];
  });
  const answered = new Set(first.map(({ passage }) => passage));
  const others = passages.flatMap((passage) => {
    const quote = answered.has(passage) ? null : sentenceFor(passage.text, question);
    return quote === null ? [] : [{ quote, passage }];
  });
  const quotes = [...first, ...others];
  if (quotes.length === 0) {
    const near = closest.filter((passage) => work.steps.takeSource(sourceKey(passage)));
    quotes.push(
      ...near.map((passage) => ({ quote: sentenceFor(passage.text, question) ?? passage.text.trim(), passage })),
    );
    if (near.length > 0) addLimit(work, { kind: 'closest', title: question });
  }
  const findings = quotes
    .filter(({ quote }) => quote.trim() !== '' && quote.length <= LIMITS.passage.max)
    .slice(0, FINDINGS_MAX);
  return { ...NOTHING, findings: findings.map((each) => ({ ...each, claim: oneLine(each.quote) })) };
}
