import { Fragment } from 'react';
import { columnsBefore } from '../../../sync/model/text-columns';

/** columns of an excerpt before the first match, few enough that the match is visible on a phone */
const BEFORE = 30;

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
  const start = found.length === 0 ? 0 : columnsBefore(text, first, BEFORE);
  if (start === 0) return text;
  const space = text.indexOf(' ', start);
  return `…${text.slice(space >= 0 && space < first ? space + 1 : start)}`;
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
