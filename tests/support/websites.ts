/**
 * Websites for tests of links: one HTTP server on loopback that answers for all hosts. Names resolve to public addresses,
 * whose connections lead to that server; `intranet.example` resolves to a private address.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import type { Parsing } from '../../server/parsing/parsing';
import type { Web } from '../../server/core/links/web';
import type { Network } from '../../server/platform/http/safe-connection';
import { createSafeFetch, type SafeFetchSettings } from '../../server/platform/http/safe-fetch';
import { CallError } from '../../sync/protocol/errors';
import { startLocalServer } from './local-server';

const PUBLIC = '93.184.216.34';
const PRIVATE = '10.0.0.5';

export type Answer = string | { status?: number; headers?: Record<string, string | string[]>; body?: string | Buffer };
/** Answers a request to a host; null for a page that does not exist. */
export type Site = (path: string, request: IncomingMessage, response: ServerResponse) => Answer | null | 'taken';

export interface Websites {
  web: Web;
  parser: Parsing;
  /** `GET host/path` of all requests, in order */
  requests: string[];
  /** headers of the last request to an address */
  headersOf(address: string): IncomingMessage['headers'];
  /** Replaces the answers of a host. */
  host(name: string, site: Site): void;
  /** addresses of a name at its next resolutions */
  resolve(name: string, ...addresses: string[]): void;
  /** waits in milliseconds */
  waited: number[];
  /** advances the clock of the test */
  pass: (ms: number) => void;
  close(): Promise<void>;
}

/** A page with links, as the parser of these tests reads it. */
export const page = (title: string, text: string, links: readonly string[] = [], head = ''): string =>
  `<!doctype html><html><head><title>${title}</title>${head}</head><body><p>${text}</p>${links
    .map((link) => `<a href="${link}">link</a>`)
    .join('')}</body></html>`;

export async function openWebsites(settings: Partial<SafeFetchSettings> = {}): Promise<Websites> {
  const sites = new Map<string, Site>();
  const names = new Map<string, string[][]>();
  const headers = new Map<string, IncomingMessage['headers']>();
  const requests: string[] = [];
  const server = await startLocalServer((request, response) => {
    const address = `${request.headers.host}${request.url}`;
    requests.push(address);
    headers.set(address, request.headers);
    const answer = sites.get(request.headers.host ?? '')?.(request.url!, request, response) ?? { status: 404 };
    if (answer === 'taken') return;
    const { status = 200, headers: more = {}, body = '' } = typeof answer === 'string' ? { body: answer } : answer;
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...more });
    response.end(body);
  });
  const { port } = server;
  const limits = {
    transferBytes: 10 * 1024 * 1024,
    bodyBytes: 10 * 1024 * 1024,
    userAgent: 'SatchelBot/1.0',
    ...settings,
  };
  const network: Network = {
    resolve: (name) => {
      const answers = names.get(name);
      const next = answers && answers.length > 1 ? answers.shift() : answers?.[0];
      if (next) return Promise.resolve(next);
      if (name === 'intranet.example') return Promise.resolve([PRIVATE]);
      if (sites.has(name)) return Promise.resolve([PUBLIC]);
      return Promise.reject(Object.assign(new Error('not found'), { code: 'ENOTFOUND' }));
    },
    connect: () => connect(port, '127.0.0.1'),
    own: () => [],
  };
  const websites: Websites = {
    requests,
    waited: [],
    pass: () => undefined,
    headersOf: (address) => headers.get(address) ?? {},
    host: (name, site) => void sites.set(name, site),
    resolve: (name, ...addresses) => void names.set(name, [...(names.get(name) ?? []), addresses]),
    web: {
      paceMs: 1_000,
      pause: (ms) => {
        websites.waited.push(ms);
        websites.pass(ms);
        return Promise.resolve();
      },
      fetch: createSafeFetch({ ...limits, privateHosts: [] }, network),
      fetchLink: createSafeFetch(limits, network),
    },
    parser: { parsePage, parse: () => Promise.reject(new Error('no files here')), close: () => undefined },
    close: server.close,
  };
  return websites;
}

const first = (pattern: RegExp, text: string): string => pattern.exec(text)?.[1] ?? '';

/** Reads pages as `page` writes them. */
const parsePage: Parsing['parsePage'] = ({ body, contentType = '', url }, { signal }) => {
  signal.throwIfAborted();
  if (!/^text\/(html|plain)/.test(contentType)) return Promise.reject(new CallError('LINK_TYPE_NOT_SUPPORT'));
  const html = body.toString('utf8');
  if (html.includes('id="app"')) return Promise.reject(new CallError('LINK_NEEDS_BROWSER'));
  const text = first(/<p>(.*?)<\/p>/s, html);
  return Promise.resolve({
    title: first(/<title>(.*?)<\/title>/, html),
    language: 'en',
    parts: text === '' ? [] : [{ id: 'p1', kind: 'text', level: 0, text, place: {} }],
    outline: [],
    pages: 0,
    notices: [],
    description: '',
    canonical: first(/rel="canonical" href="(.*?)"/, html),
    links: [...html.matchAll(/<a href="(.*?)"/g)].map(([, link]) => new URL(link!, url).href),
  });
};
