/** Parses a web page within this process: its article (Readability), links and address. */
import type { ParsedText } from '../../../sync/model/parsed-text';
import { cannotParse } from '../failure';
import { pageKind } from '../page-kind';
import { addHtml, inlineText } from '../formats/html-blocks';
import { htmlDocument, namedEncoding, type HtmlDocument } from '../formats/html-document';
import { decoded } from '../formats/text';
import type { Original } from '../formats/format';
import { TextCollector } from '../text/collector';
import { languageOf, normalTag } from '../text/language';
import { parseFile, type Terms } from './parse';

export type ParsedPage = ParsedText & { canonical: string; links: string[]; description: string };

export interface Page {
  bytes: Buffer;
  contentType: string | undefined;
  url: string;
}

const LINKS = 2000;
const URL_UNITS = 2048;
const DESCRIPTION_UNITS = 1000;
/** Readability's time grows with the elements; a larger page is taken whole. */
const ARTICLE_ELEMENTS = 30_000;
/** share of the page's text that its article has at least */
const ARTICLE_SHARE = 0.25;
/** units of text below which a page of scripts shows its content only in a browser */
const LITTLE_TEXT = 200;

export async function parsePage({ bytes, contentType = '', url }: Page, terms: Terms): Promise<ParsedPage> {
  const kind = pageKind(bytes, contentType);
  if (kind === null) throw cannotParse('LINK_TYPE_NOT_SUPPORT');
  if (kind !== 'html') {
    const original: Original = { bytes, name: kind.file, languages: [] };
    return { ...(await parseFile(original, terms)), canonical: withoutFragment(url), links: [], description: '' };
  }
  if (bytes.length === 0) throw cannotParse('FILE_CONTENT_EMPTY');
  return parseHtmlPage(bytes, contentType, url);
}

async function parseHtmlPage(bytes: Buffer, contentType: string, url: string): Promise<ParsedPage> {
  const charset = /charset\s*=\s*"?([\w-]+)/i.exec(contentType)?.[1] ?? namedEncoding(bytes);
  const document = htmlDocument(decoded(bytes, charset));
  const base = absolute(document.querySelector('base[href]')?.getAttribute('href') ?? '', url) ?? url;
  const links = linksOf(document, base);
  const canonical = canonicalOf(document, base, url);
  const description = metaOf(document, 'description', 'og:description').slice(0, DESCRIPTION_UNITS);
  const titleElement = document.querySelector('title');
  const title = (titleElement && inlineText(titleElement)) || metaOf(document, 'og:title');
  const language = document.documentElement.getAttribute('lang') ?? '';
  const scripts = document.querySelectorAll('script').length;

  const text = await textOf(document);
  const units = [...text.texts()].reduce((sum, part) => sum + part.length, 0);
  if (scripts > 0 && units === 0) throw cannotParse('LINK_NEEDS_BROWSER');
  if (scripts > 0 && units < LITTLE_TEXT && links.length === 0) text.notice('needsBrowser');
  const found = (await languageOf(text.texts())) || normalTag(language);
  return { ...text.finish({ title, language: found }), canonical, links, description };
}

/** The article, or the whole body where there is none or it leaves most of the text out. */
async function textOf(document: HtmlDocument): Promise<TextCollector> {
  const whole = new TextCollector();
  addHtml(document.body, whole);
  const content = await articleOf(document);
  if (!content) return whole;
  const article = new TextCollector();
  addHtml(htmlDocument(content).body, article);
  return unitsOf(article) >= unitsOf(whole) * ARTICLE_SHARE ? article : whole;
}

const unitsOf = (text: TextCollector): number => [...text.texts()].reduce((sum, part) => sum + part.length, 0);

/** HTML of the article; its text would join the ends of paragraphs. Changes the document. */
async function articleOf(document: HtmlDocument): Promise<string | null> {
  const { Readability } = await import('@mozilla/readability');
  try {
    return new Readability(document, { maxElemsToParse: ARTICLE_ELEMENTS }).parse()?.content ?? null;
  } catch {
    return null;
  }
}

function linksOf(document: HtmlDocument, base: string): string[] {
  const links = new Set<string>();
  for (const anchor of document.querySelectorAll('a[href], area[href]')) {
    if (links.size === LINKS) break;
    const link = absolute(anchor.getAttribute('href') ?? '', base);
    if (link) links.add(link);
  }
  return [...links];
}

/** The address that the page names as its own, on its own host; otherwise the one it was read at. */
function canonicalOf(document: HtmlDocument, base: string, url: string): string {
  const link = [...document.querySelectorAll('link[rel][href]')].find((each) =>
    (each.getAttribute('rel') ?? '').toLowerCase().split(/\s+/).includes('canonical'),
  );
  const canonical = link && absolute(link.getAttribute('href') ?? '', base);
  // Another site's address would let a page take the place of a page that is not its own.
  return canonical && new URL(canonical).host === new URL(url).host ? canonical : withoutFragment(url);
}

function metaOf(document: HtmlDocument, ...names: string[]): string {
  for (const meta of document.querySelectorAll('meta[content]')) {
    const name = meta.getAttribute('name') ?? meta.getAttribute('property') ?? '';
    const content = meta.getAttribute('content')?.replace(/\s+/g, ' ').trim();
    if (content && names.includes(name.toLowerCase())) return content;
  }
  return '';
}

/** Absolute, http or https, without fragment and credentials; null for anything else. */
function absolute(href: string, base: string): string | null {
  try {
    const url = new URL(href.trim(), base);
    if (href.trim() === '' || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null;
    url.hash = url.username = url.password = '';
    return url.href.length <= URL_UNITS ? url.href : null;
  } catch {
    return null;
  }
}

const withoutFragment = (url: string): string => absolute(url, url) ?? url;
