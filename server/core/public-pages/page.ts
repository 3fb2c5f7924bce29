/**
 * The public page of a note or canvas, and the answers for a missing one and for too many requests. It needs no script,
 * loads nothing but the text’s images, and names neither the organization, nor a person, nor this app's screens.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { languageTag, LANGUAGES, type Language } from '../../../sync/model/languages';
import { installed } from '../../platform/installation';
import { escapeHtml } from '../../../sync/model/html-text';

interface Texts {
  updated: string;
  missingTitle: string;
  missingText: string;
  signIn: string;
  busyTitle: string;
  busyText: string;
}

let texts: Record<Language, Texts> | null = null;
function textsOf(language: Language): Texts {
  texts ??= Object.fromEntries(
    LANGUAGES.map((each) => [
      each,
      JSON.parse(readFileSync(installed(`locales/${each}/viewer.json`), 'utf8')) as Texts,
    ]),
  ) as Record<Language, Texts>;
  return texts[language];
}

const STYLE = `
:root{color-scheme:light dark;--paper:#fcfbf9;--ink:#33363d;--strong:#1b1d22;--muted:#5c616c;--line:#e3e1dd;--sunken:#f4f3f0;--accent:#2457c5}
@media(prefers-color-scheme:dark){:root{--paper:#131519;--ink:#d9dbe0;--strong:#f5f6f8;--muted:#a5aab5;--line:#2c3037;--sunken:#1c1f25;--accent:#8fb4ff}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:1.0625rem/1.7 system-ui,-apple-system,'Segoe UI','Hiragino Sans','PingFang SC','Apple SD Gothic Neo',sans-serif;overflow-wrap:anywhere}
:lang(ko){word-break:keep-all}:lang(ja),:lang(zh-Hans),:lang(zh-Hant){line-break:strict}
main{max-width:44rem;margin:0 auto;padding:clamp(1.5rem,6vw,4rem) clamp(1rem,5vw,2rem)}
h1,h2,h3{color:var(--strong);line-height:1.3;text-wrap:balance}
h1{font-size:1.875rem;margin:0 0 .25rem}h2{font-size:1.375rem}h3{font-size:1.125rem}
.at{color:var(--muted);font-size:.875rem;margin:0 0 2rem;padding-bottom:1rem;border-bottom:1px solid var(--line)}
a{color:var(--accent)}a:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:2px}
pre{background:var(--sunken);border:1px solid var(--line);border-radius:8px;padding:1rem;overflow-x:auto;line-height:1.5}
code{font:.9em ui-monospace,SFMono-Regular,Menlo,monospace}
blockquote{margin:1rem 0;padding-left:1rem;border-left:3px solid var(--line);color:var(--muted)}
hr{border:0;border-top:1px solid var(--line);margin:2rem 0}
img{max-width:100%;height:auto;border-radius:8px;background:var(--sunken)}
ul.tasks{list-style:none;padding-left:.25rem}
.wide{overflow-x:auto}table{border-collapse:collapse}td,th{border:1px solid var(--line);padding:.375rem .625rem;text-align:start;min-width:4em}
@media print{body{background:#fff;color:#000}main{padding:0}}
`;
/** of the pages for a missing document and for too many requests, too */
export const STYLE_HASH = `'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`;

/** No script at all, nothing of another origin, no frame. */
export const VIEWER_POLICY = `default-src 'none'; style-src ${STYLE_HASH}; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

const page = (language: Language, title: string, main: string): string =>
  `<!doctype html><html lang="${languageTag(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body><main>${main}</main></body></html>`;

/** @param document `html` is safe to insert (sync/merge/note-html.ts) */
export function documentPage(language: Language, document: { title: string; html: string; updatedAt: number }): string {
  const at = new Date(document.updatedAt);
  const date = new Intl.DateTimeFormat(languageTag(language), { dateStyle: 'long', timeZone: 'UTC' }).format(at);
  const updated = escapeHtml(textsOf(language).updated).replace(
    '{{date}}',
    () => `<time datetime="${at.toISOString()}">${escapeHtml(date)}</time>`,
  );
  return page(
    language,
    document.title,
    `<h1 dir="auto">${escapeHtml(document.title)}</h1><p class="at">${updated}</p><article dir="auto">${document.html}</article>`,
  );
}

/** The same for a document that does not exist, is not public any more, or needs a session. */
export function missingPage(language: Language, signIn: string): string {
  const t = textsOf(language);
  return page(
    language,
    t.missingTitle,
    `<h1>${escapeHtml(t.missingTitle)}</h1><p>${escapeHtml(t.missingText)}</p><p><a href="${escapeHtml(signIn)}">${escapeHtml(t.signIn)}</a></p>`,
  );
}

export function busyPage(language: Language): string {
  const t = textsOf(language);
  return page(language, t.busyTitle, `<h1>${escapeHtml(t.busyTitle)}</h1><p>${escapeHtml(t.busyText)}</p>`);
}
