/**
 * Draws a formula by KaTeX into an element. TeX of an answer is untrusted: links and resources are disabled, macro
 * expansions and sizes are limited, and answer.css clips what is drawn outside the box.
 */
import katex from 'katex';
import 'katex/dist/katex-swap.min.css';

/** expansions of macros; KaTeX's own macros need a few for each command */
const EXPANSIONS_MAX = 500;
/** em */
const SIZE_MAX = 20;

/** Returns false, with an empty element, if KaTeX cannot draw the TeX. */
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
    // invalid TeX, an exceeded limit, or a stack overflow by deep nesting
    host.replaceChildren();
    return false;
  }
}
