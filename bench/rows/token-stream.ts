/**
 * Answers streamed to many people who ask at once: how late the server's event loop is meanwhile, how many answers are
 * written side by side, and when the last person has the first token. The model and the people are in another process.
 */
import { startModelServer } from '../../tests/support/model-server';
import { startAskedServer } from '../support/asked-server';
import { AskingPerson, type Asked } from '../support/asking';
import type { Bench, Line, Row } from '../support/row';
import { round } from '../support/statistics';

const PEOPLE = 200;
const TOKENS = 200;
/** milliseconds between two tokens of the model */
const TOKEN_MS = 50;
/** milliseconds */
const GOAL = 50;

async function run({ quick, say }: Bench): Promise<Line[]> {
  const people = quick ? PEOPLE / 10 : PEOPLE;
  const pieces = Array.from({ length: quick ? TOKENS / 5 : TOKENS }, (_, n) => `word${n} `);
  let sideBySide = 0;
  const models = await startModelServer({
    script: () => {
      sideBySide = Math.max(sideBySide, models.open());
      return { pieces, dripMs: TOKEN_MS };
    },
  });
  const server = await startAskedServer({ CHAT_API_URL: models.url, CHAT_MODEL: 'scripted' });
  const asking: AskingPerson[] = [];
  try {
    for (const person of await server.people(people))
      asking.push(await AskingPerson.open(server.url, person, () => undefined));
    await server.watch();
    const asked: Asked[] = await Promise.all(asking.map((person, n) => person.ask(`What does it say of number ${n}?`)));
    await server.idle();
    const { p99, longest, ownP99, ownLongest, moreRss } = await server.watched();
    const waited = asked.map(({ askedAt, firstAt }) => (firstAt || Infinity) - askedAt);
    const last = Math.max(...waited);
    say(`the last first token after ${round(last)} ms; ${sideBySide} answers side by side`);
    say(`event loop: p99 ${round(p99)} ms, longest ${round(longest)} ms; server +${round(moreRss / 2 ** 20)} MB`);
    return [
      {
        measured:
          `answers of ${pieces.length} tokens streamed to ${people} people who ask at once, ` +
          'lag of the event loop at most',
        goal: `under ${GOAL} ms`,
        satchel:
          `${round(longest)} ms (p99 ${round(p99)} ms); ` +
          `without waiting for a core ${round(ownLongest)} ms (p99 ${round(ownP99)} ms)`,
        beside: `${sideBySide} answers side by side, the last first token after ${round(last / 1_000)} s`,
        met: longest < GOAL,
      },
    ];
  } finally {
    for (const each of asking) each.close();
    await server.close();
    await models.close();
  }
}

export const tokenStream: Row = { name: 'token-stream', run };
