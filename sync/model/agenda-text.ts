/** Reads an agenda from pasted text: one item per line, without bullets, numbers and check boxes. */
import { LIMITS } from './limits';
import { clean } from './text';

/** A bullet, a check box, or a number with punctuation; also full-width ones. */
const MARK = /^(?:[-*•‣◦・●○▪]|\[[ xX]?\]|[（(]?\p{N}{1,3}[.)．、）:：]|[一二三四五六七八九十]{1,3}、)\s*/u;

/** At most LIMITS.agenda items; longer lines are truncated. */
export function agendaOf(text: string): string[] {
  const items: string[] = [];
  for (const line of text.split(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/u)) {
    let item = clean(line);
    // a bullet may be followed by a check box
    for (let marks = 0; marks < 3 && MARK.test(item); marks += 1) item = clean(item.replace(MARK, ''));
    if (item) items.push(Array.from(item).slice(0, LIMITS.agendaItem.max).join('').slice(0, LIMITS.agendaItem.max));
    if (items.length === LIMITS.agenda) break;
  }
  return items;
}
