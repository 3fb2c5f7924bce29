/**
 * Deep research over a scripted model, a scripted web search and a small web, with the real queue and parser: what the
 * pipeline adds to the model's own time, and event loop and memory while many people research at once.
 */
import { researchCalls } from '../../server/core/research/contract';
import { WORK_RUN } from '../../server/core/research/requests';
import { startModelServer, type ModelRequest } from '../../tests/support/model-server';
import { startSearchServer } from '../../tests/support/search-server';
import { usualAnswer } from '../../tests/support/research-answers';
import { page } from '../../tests/support/websites';
import { startAskedServer, type AskedServer } from '../support/asked-server';
import { Person } from '../support/person';
import type { Bench, Line, Row } from '../support/row';
import { median, round } from '../support/statistics';

const AT_ONCE = 50;
/** researches of one person after another, whose overhead is measured */
const ALONE = 3;
/** milliseconds that the model takes for each call: a short answer of a fast one */
const MODEL_MS = 2_000;
const MODEL_MS_QUICK = 500;
/** milliseconds */
const LAG_GOAL = 50;
/** percent */
const OVERHEAD_GOAL = 10;
/** bytes that a server may have retained for each further research, when all have ended */
const RETAINED_GOAL = 100 * 1024;
const MB = 2 ** 20;

const QUESTION = 'How high is the tower, and when was it opened?';
const TEXT = 'The tower is 333 metres high. It was opened in 1958.';

/** Begins a research without its dialogue; resolves when it works. */
async function begin(server: AskedServer, person: Person): Promise<string> {
  const { session_id: id } = await person.call(researchCalls.start, { title: QUESTION });
  await server.idle();
  await person.call(researchCalls.feedbacks, { id, feedback: '' });
  await server.idle();
  return id;
}

async function run({ quick, say }: Bench): Promise<Line[]> {
  const modelMs = quick ? MODEL_MS_QUICK : MODEL_MS;
  const atOnce = quick ? AT_ONCE / 5 : AT_ONCE;
  /** milliseconds in which the model was asked */
  let ownMs = 0;
  const models = await startModelServer({
    script: (request: ModelRequest) => {
      const began = performance.now();
      return {
        text: JSON.stringify(usualAnswer(request)),
        gate: async (sent) => {
          if (sent > 0) return;
          await new Promise((resolve) => setTimeout(resolve, modelMs));
          ownMs += performance.now() - began;
        },
      };
    },
  });
  const searches = await startSearchServer(() =>
    ['a', 'b', 'c'].map((name) => ({ title: 'Tower', url: `http://tower.example/${name}`, snippet: '' })),
  );
  const server = await startAskedServer({
    CHAT_API_URL: models.url,
    CHAT_MODEL: 'scripted',
    SEARCH_PROVIDER: 'searxng',
    SEARCH_API_URL: searches.urls.searxng,
    RESEARCHES_AT_ONCE: String(atOnce),
  });
  try {
    await server.host(
      'tower.example',
      Object.fromEntries(['/a', '/b', '/c'].map((path) => [path, page('Tower', `${TEXT} `.repeat(40))])),
    );
    const people = (await server.people(atOnce)).map((each) => Person.signedIn(server.url, each));
    const overheads: number[] = [];
    for (let n = 0; n < (quick ? 2 : ALONE); n += 1) {
      const id = await begin(server, people[0]!);
      ownMs = 0;
      const began = performance.now();
      await people[0]!.call(researchCalls.begin, { id });
      await server.idle();
      const took = performance.now() - began;
      overheads.push(((took - ownMs) / ownMs) * 100);
      say(`a research of ${round(took)} ms, the model's own time ${round(ownMs)} ms`);
    }
    const ids: string[] = [];
    for (const person of people) ids.push(await begin(server, person));
    const before = await server.retained();
    await server.watch();
    const began = performance.now();
    await Promise.all(people.map((person, n) => person.call(researchCalls.begin, { id: ids[n]! })));
    await server.idle();
    const took = performance.now() - began;
    const { p99, longest, ownP99, ownLongest, moreRss } = await server.watched();
    const retained = (await server.retained()) - before;
    const ended = (await server.runs(WORK_RUN)).filter(({ state }) => state === 'SUCCEEDED').length;
    say(`${ended} researches have ended; ${atOnce} at once took ${round(took / 1_000)} s`);
    return [
      {
        measured: `overhead of a research beside a model that takes ${round(modelMs)} ms a call`,
        goal: `at most ${OVERHEAD_GOAL} %`,
        satchel: `${round(median(overheads))} %`,
        beside: '',
        met: median(overheads) <= OVERHEAD_GOAL,
      },
      {
        measured: `${atOnce} researches begun at once, lag of the event loop, p99`,
        goal: `under ${LAG_GOAL} ms`,
        satchel:
          `${round(p99)} ms (longest ${round(longest)} ms); ` +
          `without waiting for a core ${round(ownP99)} ms (longest ${round(ownLongest)} ms)`,
        beside: `all ended after ${round(took / 1_000)} s`,
        met: p99 < LAG_GOAL,
      },
      {
        measured: `${atOnce} researches begun at once, memory retained at the end`,
        goal: `under ${RETAINED_GOAL / 1024} kB each`,
        satchel: `${round(retained / MB)} MB (at most +${round(moreRss / MB)} MB resident meanwhile)`,
        beside: '',
        met: retained < RETAINED_GOAL * atOnce,
      },
    ];
  } finally {
    await server.close();
    await Promise.all([models.close(), searches.close()]);
  }
}

export const research: Row = { name: 'research', run };
