/** Clients of SearXNG (its JSON format must be enabled), Brave Search and Tavily. */
import * as v from 'valibot';
import type { SearchKind } from '../../../sync/model/ai-providers';
import { ProviderFailure } from '../failure';
import { hostOf, jsonBody, sendForJson, type Endpoint } from '../http/request';
import type { SafeSearch, SearchProvider, SearchRequest } from './provider';
import { webResults } from './results';

export const SEARCH_ADDRESSES: Record<SearchKind, string> = {
  searxng: '',
  brave: 'https://api.search.brave.com/res/v1',
  tavily: 'https://api.tavily.com',
};

const ANSWER_BYTES = 4 * 1024 * 1024;
export const RESULTS_MAX = 20;
/** most characters of a query; Brave and Tavily refuse longer ones */
const QUERY_MAX = 400;

const Found = v.record(v.string(), v.unknown());
const Results = v.object({ results: v.array(Found) });
const Brave = v.object({ web: v.nullish(Results) });

const SEARXNG_LANGUAGES: Record<string, string> = { zh_hans: 'zh-CN', zh_hant: 'zh-TW' };
const SEARXNG_LEVELS: Record<SafeSearch, string> = { off: '0', moderate: '1', strict: '2' };
const BRAVE_LANGUAGES: Record<string, string> = { zh_hans: 'zh-hans', zh_hant: 'zh-hant', ja: 'jp' };

function parsed<S extends v.GenericSchema>(schema: S, json: unknown): v.InferOutput<S> {
  const result = v.safeParse(schema, json);
  if (!result.success) throw new ProviderFailure('malformed', 'the answer is not a list of results');
  return result.output;
}

type Client = (endpoint: Endpoint, request: SearchRequest) => Promise<Parameters<typeof webResults>[0]>;

const CLIENTS: Record<SearchKind, Client> = {
  async searxng(endpoint, { query, language, safeSearch, signal }) {
    const json = await sendForJson(endpoint, {
      path: '/search',
      query: {
        q: query,
        format: 'json',
        language: SEARXNG_LANGUAGES[language] ?? language,
        ...(safeSearch ? { safesearch: SEARXNG_LEVELS[safeSearch] } : {}),
      },
      maxBytes: ANSWER_BYTES,
      signal,
    });
    return parsed(Results, json).results.map(({ title, url, content, publishedDate }) => ({
      title,
      url,
      snippet: content,
      date: publishedDate,
    }));
  },
  async brave(endpoint, { query, language, count, safeSearch, signal }) {
    const json = await sendForJson(endpoint, {
      path: '/web/search',
      query: {
        q: query,
        count: String(count),
        search_lang: BRAVE_LANGUAGES[language] ?? language,
        ...(safeSearch ? { safesearch: safeSearch } : {}),
      },
      headers: { 'x-subscription-token': endpoint.apiKey },
      maxBytes: ANSWER_BYTES,
      signal,
    });
    return (parsed(Brave, json).web?.results ?? []).map(({ title, url, description, page_age: date }) => ({
      title,
      url,
      snippet: description,
      date,
    }));
  },
  async tavily(endpoint, { query, count, signal }) {
    const json = await sendForJson(endpoint, {
      path: '/search',
      body: jsonBody({ query, max_results: count }),
      maxBytes: ANSWER_BYTES,
      signal,
    });
    return parsed(Results, json).results.map(({ title, url, content, published_date: date }) => ({
      title,
      url,
      snippet: content,
      date,
    }));
  },
};

/** @param endpoint with the address '' for the service's own */
export function searchService(kind: SearchKind, endpoint: Endpoint): SearchProvider {
  const at = { ...endpoint, url: endpoint.url || SEARCH_ADDRESSES[kind] };
  return {
    name: kind === 'searxng' ? hostOf(at.url) : kind,
    async search(request) {
      const count = Math.max(1, Math.min(RESULTS_MAX, request.count));
      const query = [...request.query.replace(/\s+/g, ' ').trim()].slice(0, QUERY_MAX).join('');
      const found = await CLIENTS[kind](at, { ...request, query, count });
      return webResults(found, count);
    },
  };
}
