/**
 * Writes an answer with a language model: model stream → citation filter → delivery. The model's text is a stored step
 * of the run: an attempt after a crash does not request it again.
 */
import { LIMITS } from '../../../sync/model/limits';
import type { Answer, AnswerSource } from '../../../sync/model/kinds/answers';
import { wellFormed } from '../../../sync/model/text';
import { CallError } from '../../../sync/protocol/errors';
import type { ChatMessage, ChatProvider, FinishReason } from '../../ai/chat/provider';
import { ProviderFailure } from '../../ai/failure';
import type { RunContext } from '../../runs/run';
import type { Service } from '../../usage/services';
import { meteredChat } from '../ai-providers/metered-chat';
import type { CoreServices } from '../context';
import { isOtherWriting } from './answer-language';
import { AnswerFilter } from './citations';
import type { Exchange } from './conversation';
import type { Delivery, Written } from './delivery';
import { languageReminder, promptOf, type Prompt } from './prompt';
import type { Asked, Gathered } from './sources';

export interface WritingParts {
  core: CoreServices;
  context: RunContext<unknown>;
  delivery: Delivery;
  asked: Asked;
  gathered: Gathered;
  earlier: { exchanges: Exchange[]; unread: number };
}

/** Output of the model as stored by the step. Empty output is an error and not stored: attempts would reuse it. */
interface Stored {
  raw: string;
  finish: FinishReason;
  provider: string;
  model: string;
}

/** how often the context is halved at most if the provider says that the prompt is too long */
const HALVES = 3;

const plainSource = ({ score: _, ...source }: Gathered['sources'][number]): AnswerSource => source;

/** @param partial receives the partial answer if the stream ends early */
export async function writeByModel(
  parts: WritingParts,
  chat: ChatProvider,
  partial: (written: Written) => void,
): Promise<Written> {
  for (let half = 0; ; half += 1) {
    const { prompt, unread } = promptFor(parts, Math.floor(chat.contextTokens / 2 ** half));
    try {
      const written = await writeOnce(parts, chat, prompt, unread, partial);
      if (!isOtherWriting(written.text, parts.asked.turn.language)) return written;
      return (await writeAgain(parts, chat, prompt, unread)) ?? written;
    } catch (error) {
      if (!(error instanceof ProviderFailure) || error.kind !== 'tooLarge' || half >= HALVES) throw error;
    }
  }
}

/**
 * Asks once more for an answer in the requested language, and accepts the second answer in any language. Null if the
 * provider fails.
 */
async function writeAgain(
  parts: WritingParts,
  chat: ChatProvider,
  prompt: Prompt,
  unread: number,
): Promise<Written | null> {
  const { delivery, context, core } = parts;
  delivery.live.reset();
  const last = prompt.messages.at(-1)!;
  const content = `${last.content}\n\n${languageReminder(parts.asked.turn.language)}`;
  const messages: ChatMessage[] = [...prompt.messages.slice(0, -1), { role: 'user', content }];
  try {
    return await writeOnce(parts, chat, { ...prompt, messages }, unread, () => undefined);
  } catch (error) {
    context.signal.throwIfAborted();
    if (!(error instanceof CallError)) throw error;
    core.platform.log.info(
      { err: error, companyId: context.companyId },
      'an answer could not be written again in the language of its question',
    );
    return null;
  }
}

function promptFor(
  { asked, gathered, earlier }: WritingParts,
  contextTokens: number,
): { prompt: Prompt; unread: number } {
  const sources = gathered.sources.map(plainSource);
  const prompt = promptOf({ ...asked, earlier: earlier.exchanges, sources }, contextTokens);
  return { prompt, unread: earlier.unread };
}

export const serviceOf = ({ thread }: Pick<Asked, 'thread'>): Service =>
  thread.projectId ? 'project.analysis' : thread.kind === 'search' ? 'websearch.call' : 'agent.retrieve';

/** Questions and instructions; addresses in them may be links in the answer. */
const instructingTexts = ({ asked: { turn, project, agent }, earlier }: WritingParts): string[] => [
  ...[turn, ...earlier.exchanges.map((exchange) => exchange.turn)].map(({ question }) => question),
  project?.instructions ?? '',
  agent?.instructions ?? '',
];

async function writeOnce(
  parts: WritingParts,
  chat: ChatProvider,
  prompt: Prompt,
  unread: number,
  partial: (written: Written) => void,
): Promise<Written> {
  const { core, context, delivery, asked, gathered } = parts;
  const { companyId, ownerId: userId, runId, signal } = context;
  const filter = new AnswerFilter(prompt.sources, LIMITS.answer.max, instructingTexts(parts));
  let text = '';
  let by: Pick<Answer, 'provider' | 'model'> = { provider: chat.name, model: chat.model };
  const written = (isComplete: boolean): Written => ({
    text,
    citations: [...filter.citations],
    sources: prompt.sources,
    failed: gathered.failed,
    leftOut: { turns: prompt.leftOut.turns + unread, passages: prompt.leftOut.passages },
    isClosest: gathered.isClosest,
    isComplete,
    mode: 'model',
    provider: by.provider.slice(0, 200),
    model: by.model.slice(0, 200),
  });
  const show = (piece: string): void => {
    text += piece;
    delivery.live.add(piece);
  };
  let isShown = false;

  const ask = async (): Promise<Stored> => {
    isShown = true;
    const metered = meteredChat(core.amounts, chat, {
      consumer: { companyId, userId },
      service: serviceOf(asked),
      callId: await core.amounts.nextCallId(companyId, runId),
    });
    let raw = '';
    let finish: FinishReason = 'stop';
    const { messages, maxTokens } = prompt;
    try {
      for await (const event of metered.stream({ messages, maxTokens, signal })) {
        if (event.type === 'start') by = { provider: event.provider, model: event.model };
        // no tools were offered, so events of tool calls are ignored
        else if (event.type === 'done') ({ finish } = event);
        else if (event.type === 'text') {
          raw += event.text;
          show(filter.push(event.text));
          await delivery.keep(() => written(false));
          if (filter.isFull) break;
        }
      }
    } catch (error) {
      show(filter.end({ isCut: true }));
      delivery.live.flush();
      if (text.trim() !== '') partial(written(false));
      throw error;
    }
    const isTooLong = filter.isFull;
    show(filter.end());
    delivery.live.flush();
    if (isTooLong) {
      partial(written(false));
      throw new CallError('CHAT_ANSWER_TOO_LONG');
    }
    if (text.trim() === '') throw new ProviderFailure('malformed', 'the model answered without text');
    return { raw: wellFormed(raw).replaceAll('\0', ''), finish, ...by };
  };

  const stored = await context.step<Stored>('text', { messages: prompt.messages, maxTokens: prompt.maxTokens }, ask);
  if (!isShown) {
    show(filter.push(stored.raw));
    show(filter.end());
    delivery.live.flush();
  }
  by = stored;
  return written(stored.finish === 'stop' || stored.finish === 'toolCalls');
}
