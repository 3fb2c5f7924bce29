/**
 * Time that Satchel adds to the first token of an answer, beside a scripted model that takes a time of its own: from
 * the push of the question until its first piece arrives over the event stream.
 */
import { startModelServer } from '../../tests/support/model-server';
import { startAskedServer } from '../support/asked-server';
import { AskingPerson, type Asked } from '../support/asking';
import { Corpus } from '../support/corpus';
import { Person } from '../support/person';
import { pause, type Bench, type Line, type Row } from '../support/row';
import { writeNotes } from '../support/seed';
import { median, p95, round } from '../support/statistics';

const PEOPLE = 5;
/** of each person; below the limit of a minute */
const QUESTIONS = 20;
const NOTES = 1_000;
/** milliseconds that the model takes for its first token */
const MODEL_MS = 100;
const WARM_UP = 3;
/** milliseconds */
const GOAL = 100;

interface Took {
  /** until the model was asked */
  before: number;
  /** from the model's first token to the device */
  after: number;
}

async function run({ quick, say }: Bench): Promise<Line[]> {
  let requestedAt = 0;
  let wroteAt = 0;
  const models = await startModelServer({
    script: () => {
      requestedAt = performance.now();
      return {
        text: 'The answer begins here, and goes on for some words more.',
        gate: async (sent) => {
          if (sent > 0) return;
          await pause(MODEL_MS);
          wroteAt = performance.now();
        },
      };
    },
  });
  const server = await startAskedServer({ CHAT_API_URL: models.url, CHAT_MODEL: 'scripted' });
  const asking: AskingPerson[] = [];
  try {
    const people = await server.people(PEOPLE);
    await writeNotes(Person.signedIn(server.url, people[0]!), quick ? NOTES / 5 : NOTES, 'company');
    await server.index();
    let arrived: (asked: Asked) => void = () => undefined;
    for (const person of people) asking.push(await AskingPerson.open(server.url, person, (asked) => arrived(asked)));
    const corpus = new Corpus(11);
    const taken: Took[] = [];
    const count = WARM_UP + (quick ? PEOPLE * 4 : PEOPLE * QUESTIONS);
    for (let at = 0; at < count; at += 1) {
      const first = new Promise<Asked>((resolve) => (arrived = resolve));
      await asking[at % PEOPLE]!.ask(`What does it say of ${corpus.question(at)}?`);
      const { askedAt, firstAt } = await first;
      await server.idle();
      if (at >= WARM_UP) taken.push({ before: requestedAt - askedAt, after: firstAt - wroteAt });
    }
    const added = taken.map(({ before, after }) => before + after);
    const before = taken.map((took) => took.before);
    const after = taken.map((took) => took.after);
    say(`until the model was asked: median ${round(median(before))} ms, p95 ${round(p95(before))} ms`);
    say(`from its first token to the device: median ${round(median(after))} ms, p95 ${round(p95(after))} ms`);
    return [
      {
        measured: `added to the first token of an answer over ${quick ? NOTES / 5 : NOTES} notes, p95`,
        goal: `under ${GOAL} ms`,
        satchel: `${round(p95(added))} ms (median ${round(median(added))} ms)`,
        beside:
          `a model that takes ${MODEL_MS} ms; until it was asked ${round(p95(before))} ms, ` +
          `from its first token to the device ${round(p95(after))} ms`,
        met: p95(added) < GOAL,
      },
    ];
  } finally {
    for (const each of asking) each.close();
    await server.close();
    await models.close();
  }
}

export const firstToken: Row = { name: 'first-token', run };
