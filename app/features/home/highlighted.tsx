import { Fragment } from 'react';

/** graphemes before the first match that stay in an excerpt */
const BEFORE = 40;

/** An excerpt that starts shortly before the first matched word. */
export function excerpt(text: string, question: string): string {
  const low = text.toLocaleLowerCase();
  const found = question
    .toLocaleLowerCase()
    .split(/\s+/)
    .filter(Boolean)
    .map((w) => low.indexOf(w))
    .filter((i) => i >= 0);
  const first = Math.min(...found);
  if (found.length === 0 || first <= BEFORE) return text;
  const from = text.indexOf(' ', first - BEFORE);
  return `…${text.slice(from >= 0 && from < first ? from + 1 : first - BEFORE / 2)}`;
}

/** A text with the words of the query highlighted. */
export function Highlighted({ text, question }: { text: string; question: string }) {
  const words = question
    .normalize('NFKC')
    .split(/\s+/)
    .filter(Boolean)
    .map((w) => w.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  if (words.length === 0) return <>{text}</>;
  const parts = text.split(new RegExp(`(${words.join('|')})`, 'giu'));
  return <>{parts.map((part, i) => (i % 2 ? <mark key={i}>{part}</mark> : <Fragment key={i}>{part}</Fragment>))}</>;
}
