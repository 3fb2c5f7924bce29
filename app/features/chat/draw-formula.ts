/**
 * Draws a formula by KaTeX into an element. TeX of an answer is hostile: it may neither link nor load, its macros
 * expand and its sizes reach only so far, and what it moves out of its place is cut off by the style sheet
 * (answer.css).
 */
import katex from 'katex';
import 'katex/dist/katex-swap.min.css';

/** expansions of macros; KaTeX's own macros need a few for each command */
const EXPANSIONS_MAX = 500;
/** em */
const SIZE_MAX = 20;

/** False: it is no TeX that can be drawn, and the element is empty. */
export function drawFormula(host: HTMLElement, tex: string, isBlock: boolean): boolean {
  try {
    katex.render(tex, host, {
      displayMode: isBlock,
      throwOnError: true,
      strict: 'ignore',
      trust: false,
      maxExpand: EXPANSIONS_MAX,
      maxSize: SIZE_MAX,
    });
    return true;
  } catch {
    // a mistake, a limit, or nesting deeper than the stack
    host.replaceChildren();
    return false;
  }
}
