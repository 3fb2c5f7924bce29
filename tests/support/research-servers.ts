/**
 * A scripted model, a scripted search and a small web on loopback, for researches of a separate server process. The web
 * records every fetched page, so that tests can check that none is fetched twice.
 */
import { startLocalServer } from './local-server';
import { startModelServer, type ModelServer } from './model-server';
import { askingOf, promptOf, USUAL, type Answers, type Asking } from './research-answers';
import { startSearchServer, type SearchScript, type SearchServer } from './search-server';

export interface ResearchServers {
  models: ModelServer;
  search: SearchServer;
  /** `host/path` of every fetched page, in order, without robots.txt */
  fetched: string[];
  /** answered requests to the model, in order */
  answered: { asking: Asking; prompt: string }[];
  /** environment of a server process that uses the three */
  env: Record<string, string>;
  /** Sets answers of the model; others are the default ones. */
  script(answers: Answers): void;
  /** Makes the model hold its answers to these kinds of requests until the next call. */
  hold(...askings: Asking[]): void;
  close(): Promise<void>;
}

const article = (language: string, title: string, paragraph: string): string =>
  `<!doctype html><html lang="${language}"><head><title>${title}</title></head><body><article><h1>${title}</h1>` +
  `<p>${paragraph}</p><p>${paragraph}</p></article></body></html>`;

/** @param paragraph text of the page of each host */
export async function startResearchServers(
  search: SearchScript,
  { language = 'en', paragraph, title }: { language?: string; paragraph: string; title?: string },
): Promise<ResearchServers> {
  const fetched: string[] = [];
  const answered: ResearchServers['answered'] = [];
  let held: readonly Asking[] = [];
  /** releases requests that are held */
  let release = (): void => undefined;
  const [web, models, searches] = await Promise.all([
    startLocalServer((request, response) => {
      if (request.url === '/robots.txt') return void response.writeHead(404).end();
      const { host } = request.headers;
      fetched.push(`${host}${request.url}`);
      response
        .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
        .end(article(language, title ?? host!, paragraph));
    }),
    startModelServer(),
    startSearchServer(search),
  ]);
  const servers: ResearchServers = {
    models,
    search: searches,
    fetched,
    answered,
    env: {
      CHAT_API_URL: models.url,
      CHAT_MODEL: 'scripted',
      CHAT_CONTEXT_TOKENS: '16000',
      SEARCH_PROVIDER: 'searxng',
      SEARCH_API_URL: searches.urls.searxng,
      LOCAL_WEB_PORT: String(web.port),
      NODE_OPTIONS: `--import ${new URL('./local-web.mjs', import.meta.url).href}`,
    },
    script(answers) {
      models.setScript(async (request) => {
        const asking = askingOf(request);
        while (held.includes(asking) && !request.isClosed)
          await new Promise<void>((resolve) => {
            const before = release;
            release = () => {
              before();
              resolve();
            };
          });
        // the asking process was killed, so it has not used this answer
        if (request.isClosed) return { refuse: true };
        const prompt = promptOf(request);
        answered.push({ asking, prompt });
        return { text: JSON.stringify((answers[asking] ?? USUAL[asking])(prompt, request)) };
      });
    },
    hold(...askings) {
      held = askings;
      release();
      release = () => undefined;
    },
    close: async () => {
      servers.hold();
      await Promise.all([web.close(), models.close(), searches.close()]);
    },
  };
  servers.script({});
  return servers;
}
