/**
 * Renders the slides of a research as one HTML page: one below the other, each as high as the window, one per page in
 * print. A short script moves between them by keys; without it the page scrolls. Texts are escaped; the page loads no
 * other resources.
 */
import { createHash } from 'node:crypto';
import { escapeHtml } from '../../../sync/model/html-text';
import { languageTag, type Language } from '../../../sync/model/languages';
import type { Slide } from '../../../sync/model/report-slides';

const STYLE = `
:root{color-scheme:light dark;--paper:#fcfbf9;--ink:#33363d;--strong:#1b1d22;--muted:#5c616c;--line:#e3e1dd;--accent:#2457c5}
@media(prefers-color-scheme:dark){:root{--paper:#131519;--ink:#d9dbe0;--strong:#f5f6f8;--muted:#a5aab5;--line:#2c3037;--accent:#8fb4ff}}
*{box-sizing:border-box}
html{scroll-snap-type:y proximity;background:var(--paper)}
body{margin:0;color:var(--ink);font:clamp(1rem,1.1vw + .7rem,1.75rem)/1.5 system-ui,-apple-system,'Segoe UI','Hiragino Sans','PingFang SC','Apple SD Gothic Neo',sans-serif;overflow-wrap:anywhere}
:lang(ko){word-break:keep-all}:lang(ja),:lang(zh-Hans),:lang(zh-Hant){line-break:strict}
section{min-height:100vh;min-height:100dvh;scroll-snap-align:start;display:flex;flex-direction:column;justify-content:center;padding:clamp(1.5rem,7vw,6rem);padding-bottom:4.5rem;position:relative;border-bottom:1px solid var(--line)}
section:focus{outline:none}
h1,h2{color:var(--strong);line-height:1.2;margin:0 0 1em;text-wrap:balance}
h1{font-size:2em}h2{font-size:1.5em}
ul{margin:0;padding-inline-start:1.1em;max-width:52em}li{margin-block:.55em}
.note{color:var(--muted);font-size:.8em}
.plain{color:var(--muted);margin:0}
.at{position:absolute;inset-inline-end:1.5rem;bottom:1rem;color:var(--muted);font-size:.875rem;font-variant-numeric:tabular-nums}
.keys{position:absolute;inset-inline-start:1.5rem;bottom:1rem;color:var(--muted);font-size:.875rem}
@media(prefers-reduced-motion:no-preference){html.goes{scroll-behavior:smooth}}
@media print{html{background:#fff}body{color:#000;font-size:16pt}section{min-height:0;height:100vh;break-after:page;border:0}.keys{display:none}@page{size:landscape;margin:0}}
`;

/** Arrow keys, space, page keys, Home and End move between the slides; F shows them on the whole screen. */
const SCRIPT = `
'use strict';
const slides=[...document.querySelectorAll('section')];
const at=()=>{let best=0;slides.forEach((s,n)=>{if(Math.abs(s.getBoundingClientRect().top)<Math.abs(slides[best].getBoundingClientRect().top))best=n});return best};
const go=(n)=>{const s=slides[Math.max(0,Math.min(slides.length-1,n))];document.documentElement.classList.add('goes');s.scrollIntoView();s.focus({preventScroll:true})};
addEventListener('keydown',(e)=>{
if(e.altKey||e.ctrlKey||e.metaKey)return;
const step={ArrowRight:1,ArrowDown:1,PageDown:1,' ':e.shiftKey?-1:1,ArrowLeft:-1,ArrowUp:-1,PageUp:-1}[e.key];
if(step)go(at()+step);
else if(e.key==='Home')go(0);
else if(e.key==='End')go(slides.length-1);
else if(e.key==='f'||e.key==='F'){if(document.fullscreenElement)document.exitFullscreen();else document.documentElement.requestFullscreen?.()}
else return;
e.preventDefault();
});
`;
const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Content Security Policy: one script and two styles by their hashes, no other origins, no frames. */
export const slidesPolicy = (otherStyle: string): string =>
  `default-src 'none'; style-src ${hash(STYLE)} ${otherStyle}; script-src ${hash(SCRIPT)}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

export interface SlideWords {
  /** with the placeholders `{n}` and `{count}` */
  at: string;
  unsure: string;
  keys: string;
}

function section({ kind, title, lines, part, parts }: Slide, at: string, words: SlideWords): string {
  const name = parts > 1 ? `${title} (${part}/${parts})` : title;
  const heading = kind === 'title' ? 'h1' : 'h2';
  const list = lines
    .map(({ text, isUnsure }) => {
      const note = isUnsure ? ` <span class="note">(${escapeHtml(words.unsure)})</span>` : '';
      return `<li dir="auto">${escapeHtml(text)}${note}</li>`;
    })
    .join('');
  const body =
    kind === 'title'
      ? `<p class="plain" dir="auto">${escapeHtml(lines[0]?.text ?? '')}</p><p class="keys">${escapeHtml(words.keys)}</p>`
      : `<ul>${list}</ul>`;
  return `<section tabindex="-1" data-slide="${kind}"><${heading} dir="auto">${escapeHtml(name)}</${heading}>${body}<p class="at">${escapeHtml(at)}</p></section>`;
}

export function slidesPage(language: Language, title: string, slides: readonly Slide[], words: SlideWords): string {
  const count = slides.length;
  const sections = slides.map((slide, n) =>
    section(slide, words.at.replace('{n}', String(n + 1)).replace('{count}', String(count)), words),
  );
  return `<!doctype html><html lang="${languageTag(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body><main>${sections.join('')}</main><script>${SCRIPT}</script></body></html>`;
}
