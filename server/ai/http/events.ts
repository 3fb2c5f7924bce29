/** Parses the server-sent events of a provider's answer. */
import { createParser } from 'eventsource-parser';
import { ProviderFailure } from '../failure';

/** most characters of a single event */
const EVENT_MAX = 1024 * 1024;

/**
 * The data of each event. Throws ProviderFailure('malformed') for bytes that are not UTF-8 and for an endless event.
 */
export async function* eventsOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const decode = (part?: Uint8Array): string => {
    try {
      return part ? decoder.decode(part, { stream: true }) : decoder.decode();
    } catch {
      throw new ProviderFailure('malformed', 'the answer is not UTF-8');
    }
  };
  let arrived: string[] = [];
  let isEndless = false;
  const parser = createParser({
    onEvent: ({ data }) => arrived.push(data),
    onError: ({ type }) => {
      isEndless ||= type === 'max-buffer-size-exceeded';
    },
    maxBufferSize: EVENT_MAX,
  });
  const feed = (text: string): string[] => {
    arrived = [];
    parser.feed(text);
    if (isEndless) throw new ProviderFailure('endless', 'an event of the answer is too long');
    return arrived;
  };
  for await (const part of body) yield* feed(decode(part));
  // some servers end the last event with a single line break
  yield* feed(`${decode()}\n\n`);
}
