import { describe, expect, it } from 'vitest';
import { blocksOfDoc, docOfState, type NoteBlock, plain } from '../../../sync/merge/note-blocks';
import { stateFromMarkdown } from '../../../sync/merge/note-text';
import type { AnswerSource } from '../../../sync/model/kinds/answers';
import { noteOf, noteTitleOf } from './note';

const source = (no: number, more: Partial<AnswerSource>): AnswerSource =>
  ({
    no,
    kind: 'notes',
    id: `n${no}`,
    partId: '',
    title: `Note ${no}`,
    url: '',
    projectId: '',
    ...more,
  }) as AnswerSource;
const noted = (sources: AnswerSource[], text = 'The tower is high. [^1]'): string =>
  noteOf({ mode: 'model', text, sources, citations: sources.map(({ no }) => ({ n: no, source: no, quote: 'x' })) });
const linksOf = (markdown: string): string[] =>
  blocksOfDoc(docOfState(stateFromMarkdown(markdown))).flatMap((block: NoteBlock) =>
    block.type === 'block'
      ? block.inline.flatMap((part) => (part.type === 'text' && part.marks.link ? [part.marks.link] : []))
      : [],
  );

describe('the note of an answer', () => {
  it('contains the answer without markers, and lists each cited source once', () => {
    const text = noted([source(1, { title: 'Plans *of* [May]' }), source(2, { id: 'n1' })]);
    expect(text).toContain('The tower is high.');
    expect(text).not.toContain('[^');
    const items = blocksOfDoc(docOfState(stateFromMarkdown(text))).filter(
      (block) => block.type === 'block' && block.kind === 'bullet',
    );
    expect(items.map((block) => (block.type === 'block' ? plain(block.inline) : ''))).toEqual(['Note 2']);
  });

  it.each([
    ['https://a.example/x%2Fy?q=100%25&r=%E9', 'https://a.example/x%2Fy?q=100%25&r=%E9'],
    ['https://a.example/Lamp_(light)', 'https://a.example/Lamp_%28light%29'],
    ['https://a.example/ランプ', 'https://a.example/ランプ'],
  ])('links to an equivalent address of a page: %s', (url, link) => {
    const [found] = linksOf(noted([source(1, { kind: 'web', id: '', url, title: 'A page' })]));
    expect(new URL(found!).href).toBe(new URL(link).href);
  });

  it('has the proposed title', () => {
    expect(noteTitleOf('  The tower ')).toBe('The tower');
    expect(noteTitleOf(' ')).toBe('–');
  });
});
