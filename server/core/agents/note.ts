/** Makes the text of a note from an answer: the answer's text and the cited sources. */
import type { Answer, AnswerSource } from '../../../sync/model/kinds/answers';
import { LIMITS } from '../../../sync/model/limits';
import { truncate } from '../../../sync/model/text';
import { wordsOfAnswer } from '../chat/conversation';

export const noteTitleOf = (text: string): string => truncate(text.trim() || '–', LIMITS.noteTitle.max);

const escaped = (text: string): string =>
  text
    .replace(/[\\`*_{}[\]<>#|]/g, '\\$&')
    .replace(/\s+/gu, ' ')
    .trim();

/** Percent-encodes characters that would end a Markdown link; existing encodings stay. */
const linkTarget = (url: string): string =>
  url.replace(/[\s()<>\\]/g, (unit) => `%${unit.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`);

const sourceLine = ({ title, url }: AnswerSource): string =>
  url === '' ? `- ${escaped(title)}` : `- [${escaped(title || url)}](${linkTarget(url)})`;

/** Returns Markdown with each cited source once, in the order of citation. */
export function noteOf(answer: Pick<Answer, 'mode' | 'text' | 'citations' | 'sources'>): string {
  const cited = new Map<string, AnswerSource>();
  for (const { source } of answer.citations) {
    const found = answer.sources.find(({ no }) => no === source);
    if (found) cited.set(found.url || found.id, found);
  }
  const sources = [...cited.values()].map(sourceLine);
  return [wordsOfAnswer(answer).trim(), ...(sources.length > 0 ? [`---\n\n${sources.join('\n')}`] : [])].join('\n\n');
}
