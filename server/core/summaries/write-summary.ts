/**
 * Writes a summary with a language model:
 *
 *   note and transcript ─► parts that fit into the model's context ─► points of each (a step) ─► checked moments ─┬► items
 *                                                                                                                 │
 *   note, and the transcript or its points, with the template ─► text (a step) ─► checked moments ◄───────────────┘
 *
 * The output is as untrusted as the meeting's text, so it passes the filter of answers.
 */
import type { Moment, Summary } from '../../../sync/model/kinds/summaries';
import type { Language } from '../../../sync/model/languages';
import { LIMITS } from '../../../sync/model/limits';
import { clean, truncate, wellFormed } from '../../../sync/model/text';
import { textLanguage } from '../../../sync/model/text-language';
import type { ChatMessage, ChatProvider } from '../../ai/chat/provider';
import { wholeAnswer } from '../../ai/chat/provider';
import { structuredAnswer } from '../../ai/chat/structured';
import { ProviderFailure } from '../../ai/failure';
import { estimateTokens } from '../../ai/tokens';
import { LANGUAGE_NAMES } from '../../ai/language-names';
import { dayAt } from '../../platform/time-zones';
import type { RunContext } from '../../runs/run';
import { meteredChat } from '../ai-providers/metered-chat';
import { AnswerFilter } from '../chat/citations';
import type { CoreServices } from '../context';
import { itemsOf, type SupportedPoint } from './items';
import { answerTokens, lineOf, partMessages, Points, roomFor, summaryMessages, type Point } from './prompt';
import { areDatesSaid, isDueSaid } from './said-due';
import { SaidWho } from './said-who';
import { inTimeOrder, placeOf, type SourcePassage, type SummarySources } from './sources';
import { Support } from './support';

/** share of the model's context for lines of the note */
const NOTE_SHARE = 0.4;

export type Written = Required<
  Pick<Summary, 'content' | 'moments' | 'items' | 'language' | 'provider' | 'model' | 'mode'>
>;

interface Answered {
  text: string;
  provider: string;
  model: string;
}

export interface SummaryWork {
  core: CoreServices;
  context: RunContext<unknown>;
  chat: ChatProvider;
  sources: SummarySources;
  template: { title: string; content: string };
  language: Language;
}

/** The text of a summary without citation marks and list or heading marks. */
const bare = (markdown: string): string =>
  markdown.replace(/\[\[[^\n]*?\]\]|\[\^[^\]]*\]/gu, '').replace(/^[\s#>*+-]+/gmu, '');

/** Throws ProviderFailure, USER_SERVICE_QUOTA_EXCEEDED, or the reason of the run's signal. */
export async function writeSummary(work: SummaryWork): Promise<Written> {
  const { context, chat, sources, language } = work;
  const heldOn = dayOf(sources);
  const support = new Support([...sources.note, ...sources.transcript], heldOn);
  const parts = partsOf(inTimeOrder(sources), roomFor(chat.contextTokens, partMessages({ ...sources, language }, [])));
  const steps = parts.length + 1;
  const check = { support, who: new SaidWho(sources), heldOn };
  const points: SupportedPoint[] = [];
  for (const [i, part] of parts.entries()) {
    points.push(...(await pointsOf(work, i, part)).flatMap((point) => supported(point, check, sources)));
    await context.progress((i + 1) / (steps + 1));
  }
  const answered = await textOf(work, points);
  const { content, moments } = checkedText(answered.text, support, sources);
  return {
    content,
    moments,
    items: itemsOf(points),
    language: textLanguage(bare(content)) ?? language,
    provider: answered.provider.slice(0, 200),
    model: answered.model.slice(0, 200),
    mode: 'model',
  };
}

/** Splits passages into parts of at most `room` tokens; a passage that is longer alone is truncated. */
function partsOf(passages: readonly SourcePassage[], room: number): SourcePassage[][] {
  const parts: SourcePassage[][] = [];
  let left = -1;
  for (const passage of passages) {
    const cost = estimateTokens(lineOf(passage)) + 1;
    if (cost > left || parts.length === 0) {
      parts.push([]);
      left = room;
    }
    // one grapheme per two tokens, which surely fits
    parts
      .at(-1)!
      .push(cost > room ? { ...passage, text: truncate(passage.text, Math.max(1, Math.floor(room / 2))) } : passage);
    left -= cost;
  }
  return parts;
}

async function metered({ core, context, chat, sources }: SummaryWork): Promise<ChatProvider> {
  const { companyId, ownerId: userId, runId } = context;
  return meteredChat(core.amounts, chat, {
    consumer: { companyId, userId },
    service: sources.meeting.projectId ? 'project.analysis' : 'agent.retrieve',
    callId: await core.amounts.nextCallId(companyId, runId),
  });
}

function pointsOf(work: SummaryWork, index: number, part: readonly SourcePassage[]): Promise<Point[]> {
  const { context, chat, sources, language } = work;
  const messages = partMessages({ ...sources, language }, part);
  return context.step(`part/${index}`, { messages, model: chat.model }, async () => {
    const { value } = await structuredAnswer(await metered(work), Points, {
      name: 'points',
      messages,
      maxTokens: answerTokens(chat.contextTokens),
      signal: context.signal,
    });
    return value.points;
  });
}

/** The day of the meeting, as `2026-11-28`; '' if it is not known. */
const dayOf = ({ meeting: { actualStartAt }, timeZone }: SummarySources): string =>
  actualStartAt && timeZone ? dayAt(actualStartAt, timeZone) : '';

interface Check {
  support: Support;
  who: SaidWho;
  heldOn: string;
}

/**
 * The point with its supported moments, and its person and date if they were named; empty if it has no moments. Words with
 * a date that was not said are replaced by the quote.
 */
function supported(
  point: Point,
  { support, who, heldOn }: Check,
  { note, transcript }: SummarySources,
): SupportedPoint[] {
  const text = truncate(clean(wellFormed(point.text)).trim(), 1000);
  if (text === '') return [];
  const known = new Set([...note, ...transcript].map(({ no }) => no));
  const moments = point.moments.flatMap(({ segment, words }) => {
    if (!known.has(segment)) return [];
    const found = support.find(text, segment, words);
    return found ? [{ no: found.passage.no, ...placeOf(found.passage), quote: found.quote }] : [];
  });
  const said = moments.map(({ no }) => support.around(no)).join('\n');
  if (moments.length === 0) return [];
  const short = (words: string): string => truncate(clean(wellFormed(words)).trim(), 100);
  const due = short(point.due);
  return [
    {
      kind: point.kind,
      text: areDatesSaid(text, said, heldOn) ? text : moments[0]!.quote,
      who: who.supported(short(point.who)),
      due: isDueSaid(due, said, heldOn) ? due : '',
      moments,
    },
  ];
}

const pointLine = ({ kind, text, who, due, moments }: SupportedPoint): string =>
  `- (${kind}) ${text}${who ? ` | who: ${who}` : ''}${due ? ` | when: ${due}` : ''} ${moments
    .map(({ no, quote }) => `[[${no}: "${quote}"]]`)
    .join('')}`;

/** The points that fit into `room` tokens: first decisions, actions and questions, then others spread over the meeting. */
function fitting(points: readonly SupportedPoint[], room: number): SupportedPoint[] {
  const lines = points.map((point) => ({ point, cost: estimateTokens(pointLine(point)) + 1 }));
  const whole = lines.reduce((sum, { cost }) => sum + cost, 0);
  if (whole <= room) return [...points];
  const spread = lines.filter(({ point }) => point.kind === 'point');
  const order = [
    ...lines.filter(({ point }) => point.kind !== 'point'),
    ...spread.filter((_, i) => i % 2 === 0),
    ...spread.filter((_, i) => i % 2 === 1),
  ];
  let left = room;
  const taken = new Set<SupportedPoint>();
  for (const { point, cost } of order)
    if (cost <= left) {
      taken.add(point);
      left -= cost;
    }
  return points.filter((point) => taken.has(point));
}

/** The lines of the note that fit into `room` tokens: all, or a selection spread over the note. */
function fittingNote(note: readonly SourcePassage[], room: number): SourcePassage[] {
  const costs = note.map((line) => estimateTokens(lineOf(line)) + 1);
  const whole = costs.reduce((sum, cost) => sum + cost, 0);
  if (whole <= room) return [...note];
  let [due, spent] = [0, 0];
  return note.filter((_line, i) => {
    const cost = costs[i]!;
    due += (cost * room) / whole;
    const isTaken = spent + cost <= due;
    if (isTaken) spent += cost;
    return isTaken;
  });
}

async function textOf(work: SummaryWork, points: readonly SupportedPoint[]): Promise<Answered> {
  const { chat, template, language } = work;
  const sources = { ...work.sources, note: fittingNote(work.sources.note, chat.contextTokens * NOTE_SHARE) };
  const room = roomFor(
    chat.contextTokens,
    summaryMessages({ ...sources, language, template, text: '', isWhole: false }),
  );
  const whole = sources.transcript.map(lineOf).join('\n');
  const fits = estimateTokens(whole) <= room;
  const text = fits ? whole : fitting(points, room).map(pointLine).join('\n');
  const parts = { ...sources, language, template, text, isWhole: fits };
  const first = await ask(work, 'text', summaryMessages(parts));
  const written = textLanguage(bare(first.text));
  if (written === undefined || written === language) return first;
  return ask(work, 'text/language', summaryMessages({ ...parts, wrongLanguage: LANGUAGE_NAMES[written]! }));
}

function ask(work: SummaryWork, step: string, messages: ChatMessage[]): Promise<Answered> {
  const { context, chat } = work;
  return context.step<Answered>(step, { messages, model: chat.model }, async () => {
    const answer = await wholeAnswer(
      (await metered(work)).stream({ messages, maxTokens: answerTokens(chat.contextTokens), signal: context.signal }),
    );
    const whole = wellFormed(answer.text).replaceAll('\0', '');
    // remove the last line if the limit of tokens truncated it, as its meaning may have changed
    const text = (answer.finish === 'length' ? whole.slice(0, whole.lastIndexOf('\n') + 1) : whole).trim();
    if (text === '') throw new ProviderFailure('malformed', 'the model answered without text');
    return { text, provider: answer.provider, model: answer.model };
  });
}

function checkedText(
  text: string,
  support: Support,
  { note, transcript }: SummarySources,
): Pick<Written, 'content' | 'moments'> {
  const passages = [...note, ...transcript];
  const filter = new AnswerFilter(passages, LIMITS.answer.max);
  const content = (filter.push(support.checked(text)) + filter.end()).trim();
  const places = new Map(passages.map((passage) => [passage.no, placeOf(passage)]));
  return {
    content,
    moments: filter.citations.map(({ n, source, quote }): Moment => ({ n, ...places.get(source)!, quote })),
  };
}
