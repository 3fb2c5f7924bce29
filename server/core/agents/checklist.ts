/** Takes from an agent's answer the items that it proposes for a checklist. */
import { plain, type NoteBlock, type TextBlock } from '../../../sync/merge/note-blocks';
import { parseMarkdown } from '../../../sync/merge/note-markdown';
import type { Answer } from '../../../sync/model/kinds/answers';
import { truncate } from '../../../sync/model/text';
import { wordsOfAnswer } from '../chat/conversation';

const ITEMS = 50;
const ITEM_UNITS = 400;

const isText = (block: NoteBlock): block is TextBlock => block.type === 'block';
const textOf = ({ inline }: TextBlock): string => truncate(plain(inline).replace(/\s+/gu, ' ').trim(), ITEM_UNITS);

/** The items of the answer's lists; if it has no list, its paragraphs. */
export function itemsOf(answer: Pick<Answer, 'mode' | 'text' | 'citations'>): string[] {
  const blocks = parseMarkdown(wordsOfAnswer(answer)).filter(isText);
  const listed = blocks.filter(({ kind }) => kind === 'bullet' || kind === 'ordered' || kind === 'task');
  const chosen = listed.length > 0 ? listed : blocks.filter(({ kind }) => kind === 'paragraph');
  return [...new Set(chosen.map(textOf))].filter((text) => text !== '').slice(0, ITEMS);
}
