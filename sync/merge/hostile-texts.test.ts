/** Hostile texts are processed in linear time: with a quadratic pattern these tests would take minutes. */
import { describe, expect, it } from 'vitest';
import * as v from 'valibot';
import { clean, line } from '../model/text';
import { parseInline, renderInline } from './note-inline';
import { parseMarkdown, writeMarkdown } from './note-markdown';
import type { Inline, NoteBlock } from './note-blocks';

const LENGTH = 300_000;
/** milliseconds; linear processing takes a second at most */
const LIMIT = 20_000;
const spaces = ' '.repeat(LENGTH);
const text = (words: string): Inline => ({ type: 'text', text: words, marks: {} });

describe('is read', () => {
  it.each([
    ['white space between two letters', `a${spaces}b`],
    ['a heading', `# a${spaces}b`],
    ['a heading of marks', `# ${'#'.repeat(LENGTH)}a`],
    ['a fence that is none', `\`\`\`${spaces}\``],
    ['an address with brackets', `https://a.example/${')'.repeat(LENGTH)}`],
    ['an address with points', `https://a.example/${'.'.repeat(LENGTH)}a`],
    ['backslashes', `${'\\'.repeat(LENGTH)}a`],
  ])(
    '%s',
    (_, markdown) => {
      expect(parseMarkdown(markdown).length).toBeGreaterThan(0);
    },
    LIMIT,
  );

  it('a name', () => expect(clean(`a${spaces}b`)).toHaveLength(LENGTH + 2), LIMIT);

  it('a name that is too long is refused before it is normalised', () => {
    expect(v.safeParse(line({ max: 100 }, 'PARAM_ERROR'), spaces).success).toBe(false);
    expect(v.parse(line({ max: 100 }, 'PARAM_ERROR'), `  ${' '.repeat(1_000)}name\u3000 \u200b`)).toBe('name');
  });
});

describe('is written', () => {
  const written = (block: NoteBlock): string => writeMarkdown([block]);
  it('a heading', () => expect(written(heading(`a${spaces}b`))).toContain('# a'), LIMIT);
  it(
    'emphasis around white space',
    () => {
      const [bold] = [{ type: 'text', text: `a${spaces}b`, marks: { bold: true } } as Inline];
      expect(renderInline([bold])).toHaveLength(LENGTH + 6);
    },
    LIMIT,
  );
  it(
    'many mentions',
    () => {
      const inline = Array.from({ length: 60_000 }, (): Inline[] => [
        text('and '),
        { type: 'mention', kind: 'note', id: 'n1', label: 'A note' },
      ]).flat();
      expect(parseInline(renderInline(inline.slice(0, 4)))).toEqual(inline.slice(0, 4));
      expect(renderInline(inline).length).toBeGreaterThan(60_000 * 20);
    },
    LIMIT,
  );
  it(
    'code with many lines and backticks',
    () => {
      expect(
        written({ type: 'code', language: '', indent: 0, quote: false, text: `${'\n'.repeat(LENGTH)}\`\`\`` }),
      ).toContain('````');
      expect(renderInline([{ type: 'text', text: '`a'.repeat(LENGTH), marks: { code: true } }])).toContain('``');
    },
    LIMIT,
  );
  it(
    'a table with one wide row',
    () => {
      const row = (cells: number) => Array.from({ length: cells }, () => [text('x')]);
      const markdown = written({
        type: 'table',
        rows: [row(1), row(20_000), ...Array.from({ length: 20_000 }, () => row(1))],
      });
      expect(markdown.length).toBeLessThan(1_000_000);
      expect(parseMarkdown(written({ type: 'table', rows: [row(3), row(1)] }))).toHaveLength(1);
    },
    LIMIT,
  );
});

const heading = (words: string): NoteBlock =>
  ({
    type: 'block',
    kind: 'heading',
    level: 1,
    quote: false,
    indent: 0,
    checked: false,
    inline: [text(words)],
  }) as NoteBlock;
