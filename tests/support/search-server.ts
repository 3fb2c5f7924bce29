/** A scripted web search on loopback that answers in the forms of SearXNG, Brave Search and Tavily, by path. */
import type { IncomingHttpHeaders } from 'node:http';
import { startLocalServer } from './local-server';

export interface FoundPage {
  title: string;
  url: string;
  snippet: string;
  /** ISO 8601 */
  date?: string;
}

export interface SearchQuery {
  service: 'searxng' | 'brave' | 'tavily';
  query: string;
  language: string | null;
  count: number | null;
  /** the level in the service's own words; null if it was not requested */
  safeSearch: string | null;
  headers: IncomingHttpHeaders;
}

/** The result pages of a query, a refusal, or a raw body. */
export type SearchScript = (query: SearchQuery) => readonly FoundPage[] | { status: number } | { raw: string };

export interface SearchServer {
  /** addresses of the three services */
  urls: Record<SearchQuery['service'], string>;
  queries: SearchQuery[];
  setScript(script: SearchScript): void;
  close(): Promise<void>;
}

const bodyOf = (service: SearchQuery['service'], pages: readonly FoundPage[]): object => {
  switch (service) {
    case 'searxng':
      return {
        results: pages.map(({ title, url, snippet, date }) => ({
          title,
          url,
          content: snippet,
          publishedDate: date ?? null,
        })),
      };
    case 'brave':
      return {
        web: {
          results: pages.map(({ title, url, snippet, date }) => ({ title, url, description: snippet, page_age: date })),
        },
      };
    case 'tavily':
      return {
        results: pages.map(({ title, url, snippet, date }) => ({
          title,
          url,
          content: snippet,
          published_date: date,
          score: 1,
        })),
      };
  }
};

export async function startSearchServer(script: SearchScript = () => []): Promise<SearchServer> {
  let current = script;
  const queries: SearchQuery[] = [];
  const server = await startLocalServer((request, response) => {
    void (async () => {
      const url = new URL(request.url!, 'http://search');
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part as Buffer);
      const body = (parts.length ? JSON.parse(Buffer.concat(parts).toString('utf8')) : {}) as Record<string, unknown>;
      const service = url.pathname.split('/')[1] as SearchQuery['service'];
      const query: SearchQuery = {
        service,
        query: String(body['query'] ?? url.searchParams.get('q')),
        language: url.searchParams.get('language') ?? url.searchParams.get('search_lang'),
        safeSearch: url.searchParams.get('safesearch'),
        count: Number(body['max_results'] ?? url.searchParams.get('count')) || null,
        headers: request.headers,
      };
      queries.push(query);
      const answer = current(query);
      const status = 'status' in answer ? answer.status : 200;
      const text = 'raw' in answer ? answer.raw : JSON.stringify('status' in answer ? {} : bodyOf(service, answer));
      response.writeHead(status, { 'content-type': 'application/json' }).end(text);
    })();
  });
  const base = server.origin;
  return {
    urls: { searxng: `${base}/searxng`, brave: `${base}/brave`, tavily: `${base}/tavily` },
    queries,
    setScript(next) {
      current = next;
      queries.length = 0;
    },
    close: server.close,
  };
}
