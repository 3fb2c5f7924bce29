import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as Y from 'yjs';
import { readAlt } from '../model/note-document';
import { blocksOfState, plain, stateOfBlocks, textBlock, type Inline, type NoteBlock } from './note-blocks';
import { parseMarkdown, writeMarkdown } from './note-markdown';
import {
  ONE_UNIT_GRAPHEMES,
  countText,
  htmlOfState,
  imagesOfState,
  markdownOfState,
  replaceWithMarkdown,
  stateFromMarkdown,
  summaryOfState,
  textOfState,
} from './note-text';

const through = (markdown: string): string => markdownOfState(stateFromMarkdown(markdown));
const html = (markdown: string): string => htmlOfState(stateFromMarkdown(markdown));

const SAMPLE = `# 議事録 2026

Plain with **bold**, *italic*, ~~strike~~, \`code\` and [a link](https://example.com/a?b=1).

- one
    - two 二つ
        1. three
        2. four
- [x] done
- [ ] not yet

> quoted
>
> - in a quote

\`\`\`ts
const a = "<b>";
  indented
\`\`\`

| 名前 | *b* \\| c |
| --- | --- |
| \`x\\|y\` | two<br>lines |
|  | \`<br>\` |

---

## End 🙂
`;

describe('markdown', () => {
  it('round-trips unchanged', () => {
    expect(through(SAMPLE)).toBe(SAMPLE);
  });

  it('reads common variants: star bullets, two-space nesting, lazy lines, deep headings, CRLF', () => {
    expect(through('* a\r\n  * b\r\n\r\n1) x\r\n2) y\r\n')).toBe('- a\n    - b\n1. x\n2. y\n');
    expect(through('one\ntwo')).toBe('one two\n');
    expect(through('####### seven')).toBe('####### seven\n');
    expect(through('##### five')).toBe('### five\n');
  });

  it('joins Chinese and Japanese lines without a space, Korean lines with one', () => {
    expect(textOfState(stateFromMarkdown('今日は\n晴れ'))).toBe('今日は晴れ');
    expect(textOfState(stateFromMarkdown('오늘은\n맑음'))).toBe('오늘은 맑음');
  });

  it('reads bold that ends in full-width punctuation', () => {
    expect(html('**注意。**次へ')).toBe('<p><strong>注意。</strong>次へ</p>');
  });

  it('preserves a hard break, and reads an unclosed fence as code to the end', () => {
    expect(blocksOfState(stateFromMarkdown('a\\\nb'))[0]).toMatchObject({
      inline: [{ text: 'a' }, { type: 'break' }, { text: 'b' }],
    });
    expect(through('```\nx\n# y')).toBe('```\nx\n# y\n```\n');
  });

  it('escapes text that looks like Markdown', () => {
    const texts = [
      '# no heading',
      '- no list',
      '1. no list',
      '> no quote',
      '*a*',
      '`x`',
      '[a](https://b.c)',
      '---',
      '```',
      'a_b_c _d_',
      '\\',
      '+ x',
      '<b>',
      '====',
      '[ ] x',
      '- [x] y',
      '| a | b |',
      ':-- | a',
    ];
    for (const text of texts) {
      const state = stateOfBlocks([
        textBlock('paragraph', [{ type: 'text', text, marks: {} }]),
        textBlock('bullet', [{ type: 'text', text, marks: {} }]),
      ]);
      expect(blocksOfState(stateFromMarkdown(markdownOfState(state)))).toEqual(blocksOfState(state));
    }
  });

  it('parses hostile input in roughly linear time', () => {
    const before = process.cpuUsage();
    for (const hostile of [
      '*'.repeat(20_000),
      '*a '.repeat(10_000),
      '['.repeat(5_000),
      '`'.repeat(1_000) + 'a',
      '> '.repeat(5_000),
      '_a'.repeat(10_000),
      `|a|\n|-|\n|${'`'.repeat(20_000)}|`,
      `|a\n|-\n|${' '.repeat(20_000)}x`,
    ])
      parseMarkdown(hostile);
    // CPU time of this process, independent of the machine’s load
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(5_000);
  });
});

describe('any note', () => {
  const text = fc
    .array(
      fc.constantFrom(
        'a',
        'Z',
        '9',
        ' ',
        '中',
        '。',
        'あ',
        '한',
        '🙂',
        '👩‍👩‍👧',
        '*',
        '_',
        '`',
        '~',
        '[',
        ']',
        '(',
        ')',
        '#',
        '-',
        '>',
        '!',
        '\\',
        '.',
        '<',
        '&',
        '1',
      ),
      { minLength: 1, maxLength: 12 },
    )
    .map((s) => s.join(''));
  const on = fc.constantFrom(true as const, undefined);
  const run = fc.record({
    text,
    bold: on,
    italic: on,
    strike: on,
    code: on,
    link: fc.constantFrom(undefined, 'https://a.example/x(1)', 'mailto:a@b.example'),
  });
  const clean = (marks: Record<string, unknown>): object =>
    Object.fromEntries(Object.entries(marks).filter(([, v]) => v !== undefined));
  const inline = fc
    .array(run, { maxLength: 5 })
    .map((runs): Inline[] => runs.map(({ text: t, ...marks }) => ({ type: 'text', text: t, marks: clean(marks) })));
  const block = fc.oneof(
    fc
      .record({
        kind: fc.constantFrom(
          'paragraph' as const,
          'heading' as const,
          'bullet' as const,
          'ordered' as const,
          'task' as const,
        ),
        level: fc.constantFrom(1 as const, 2 as const, 3 as const),
        indent: fc.nat(3),
        quote: fc.boolean(),
        checked: fc.boolean(),
        inline,
      })
      .map(({ kind, inline: i, ...rest }): NoteBlock =>
        textBlock(kind, i, {
          ...rest,
          level: kind === 'heading' ? rest.level : 3,
          checked: kind === 'task' && rest.checked,
        }),
      ),
    fc
      .record({
        text: fc.array(text, { maxLength: 3 }).map((l) => l.join('\n')),
        indent: fc.nat(2),
        quote: fc.boolean(),
      })
      .map((b): NoteBlock => ({ type: 'code', language: '', ...b })),
    fc.constant<NoteBlock>({ type: 'divider' }),
    text.map((alt): NoteBlock => ({ type: 'image', imageId: 'i1', alt: readAlt(alt), width: 0, height: 0 })),
    fc
      .array(fc.array(inline, { minLength: 2, maxLength: 2 }), { minLength: 1, maxLength: 3 })
      .map((rows): NoteBlock => ({ type: 'table', rows })),
  );

  it('round-trips through its state', () => {
    fc.assert(
      fc.property(fc.array(block, { maxLength: 6 }), (blocks) => {
        const again = blocksOfState(stateOfBlocks(blocks));
        expect(blocksOfState(stateOfBlocks(again))).toEqual(again);
        expect(textOfState(stateOfBlocks(blocks))).toBe(textOfState(stateOfBlocks(again)));
      }),
      { numRuns: 200 },
    );
  });

  it('preserves every character through Markdown', () => {
    const letters = (blocks: NoteBlock[]): string =>
      blocks
        .map((b) =>
          b.type === 'divider'
            ? ''
            : b.type === 'code'
              ? b.text
              : b.type === 'table'
                ? b.rows.flat().map(plain).join('')
                : b.type === 'image'
                  ? b.alt
                  : plain(b.inline),
        )
        .join('')
        .replace(/\s+/g, '');
    fc.assert(
      fc.property(fc.array(block, { maxLength: 6 }), (blocks) => {
        // Overlapping bold and italic within a word cannot be expressed in Markdown; the literal asterisks would break
        // this property.
        const upright = (inline: Inline[]): Inline[] =>
          inline.map((r) => (r.type === 'text' ? { ...r, marks: { ...r.marks, italic: undefined } } : r));
        const flat = blocks.map((b): NoteBlock =>
          b.type === 'block'
            ? { ...b, inline: upright(b.inline) }
            : b.type === 'table'
              ? { ...b, rows: b.rows.map((row) => row.map(upright)) }
              : b,
        );
        expect(letters(parseMarkdown(writeMarkdown(flat)))).toBe(letters(flat));
      }),
      { numRuns: 2000 },
    );
  });

  it('never renders an HTML tag from text', () => {
    fc.assert(
      fc.property(fc.array(block, { maxLength: 6 }), (blocks) => {
        const tags = [...htmlOfState(stateOfBlocks(blocks)).matchAll(/<\/?([a-zA-Z]\w*)/g)].map((m) => m[1]);
        const known = [
          'p',
          'h1',
          'h2',
          'h3',
          'ul',
          'ol',
          'li',
          'pre',
          'code',
          'hr',
          'br',
          'strong',
          'em',
          's',
          'a',
          'input',
          'img',
          'blockquote',
          'table',
          'thead',
          'tbody',
          'tr',
          'th',
          'td',
        ];
        expect(tags.filter((t) => !known.includes(t!))).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });
});

describe('links', () => {
  it('allows http, https and mailto only', () => {
    for (const hostile of [
      'javascript:alert(1)',
      'JaVaScRiPt:alert(1)',
      'java\nscript:alert(1)',
      'data:text/html,x',
      'vbscript:x',
      'file:///etc/passwd',
      '//x.example',
    ]) {
      expect(html(`[click](<${hostile}>)`)).not.toContain('href');
      expect(html(`[click](${hostile})`)).not.toContain('href');
      const state = stateOfBlocks([
        textBlock('paragraph', [{ type: 'text', text: 'click', marks: { link: hostile } }]),
      ]);
      expect(htmlOfState(state)).toBe('<p>click</p>');
      expect(markdownOfState(state)).toBe('click\n');
    }
    expect(html('[x](https://e.example/?a="b)')).toContain('href="https://e.example/?a=%22b"');
    expect(html('see https://e.example/path. Then')).toBe(
      '<p>see <a href="https://e.example/path" target="_blank" rel="noopener noreferrer nofollow">https://e.example/path</a>. Then</p>',
    );
    expect(html('<me@e.example>')).toContain('href="mailto:me@e.example"');
  });
});

describe('html', () => {
  it('nests lists and escapes text', () => {
    expect(html('- a\n    1. b\n- c')).toBe('<ul><li>a<ol><li>b</li></ol></li><li>c</li></ul>');
    expect(html('<script>alert("1")</script>')).toBe('<p>&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;</p>');
    expect(html('- a\n1. b\n- [x] c')).toBe(
      '<ul><li>a</li></ul><ol><li>b</li></ol><ul class="tasks"><li><input type="checkbox" disabled checked> c</li></ul>',
    );
  });
});

describe('a long text on one line', () => {
  it.each([
    ['words', 'x '.repeat(200_000)],
    ['words that need segmenting', 'é́ '.repeat(100_000)],
    ['no white space', '照明'.repeat(100_000)],
    ['open brackets', '['.repeat(200_000)],
    ['open links', '[a]('.repeat(50_000)],
    ['emphasis', 'aaaa*'.repeat(50_000)],
    ['links', 'http://a '.repeat(20_000)],
  ])('is processed in linear time: %s', (_name, text) => {
    const state = stateFromMarkdown(text);
    expect(summaryOfState(state).characters).toBeGreaterThan(90_000);
    expect(markdownOfState(state).length).toBeGreaterThan(90_000);
  });

  it('has the counts of its parts', () => {
    expect(countText('Hello brave new world. '.repeat(1_000))).toEqual({ words: 4_000, characters: 19_000 });
    expect(countText('👩‍👩‍👧 é\n'.repeat(1_000))).toEqual({ words: 1_000, characters: 2_000 });
  });
});

describe('counts', () => {
  it('counts words of every language and graphemes without white space', () => {
    expect(countText('Hello brave new world')).toEqual({ words: 4, characters: 18 });
    expect(countText('日本語の文章')).toMatchObject({ characters: 6 });
    expect(countText('日本語の文章').words).toBeGreaterThan(1);
    expect(countText('안녕하세요 세계')).toEqual({ words: 2, characters: 7 });
    expect(countText('👩‍👩‍👧　é')).toEqual({ words: 1, characters: 2 });
    expect(countText('')).toEqual({ words: 0, characters: 0 });
  });

  it('skips the segmenter only for characters that never form a grapheme with a neighbour', () => {
    const apart = Array.from({ length: 0x10000 }, (_, at) => String.fromCharCode(at)).filter(
      (character) => ONE_UNIT_GRAPHEMES.test(character) && /\S/u.test(character),
    );
    expect(apart.length).toBeGreaterThan(30_000);
    // Each beside itself and beside one character of every other script.
    const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
    const joined = apart.filter((character) => {
      const text = `${character}${character}a${character}가${character}日`;
      return [...segmenter.segment(text)].length !== text.length;
    });
    expect(joined).toEqual([]);
    expect(countText('a b\r\nc\u3000日\n').characters).toBe(4);
  });

  it('summarises without list marks, cut at 200 graphemes', () => {
    expect(summaryOfState(stateFromMarkdown('- a\n- b'))).toEqual({ snippet: 'a b', words: 2, characters: 2 });
    expect([...new Intl.Segmenter().segment(summaryOfState(stateFromMarkdown('👩‍👩‍👧'.repeat(300))).snippet)]).toHaveLength(
      200,
    );
    expect(summaryOfState(new Uint8Array())).toEqual({ snippet: '', words: 0, characters: 0 });
  });
});

describe('replacing the text', () => {
  it('preserves unchanged blocks, so that concurrent text in them survives', () => {
    const base = stateFromMarkdown('one\n\ntwo\n\nthree');
    const theirs = new Y.Doc();
    Y.applyUpdate(theirs, base);
    ((theirs.getXmlFragment('note').get(0) as Y.XmlElement).get(0) as Y.XmlText).insert(3, ' and a half');
    const mine = replaceWithMarkdown(base, 'one\n\n2\n\nthree\n\nfour');
    const merged = Y.mergeUpdates([mine, Y.encodeStateAsUpdate(theirs)]);
    expect(markdownOfState(merged)).toBe('one and a half\n\n2\n\nthree\n\nfour\n');
  });
});

describe('images', () => {
  const IMAGE = '![A plan \\[draft\\] 計画](image:Ab3_-x)';

  it('are separate blocks in Markdown; other image syntax becomes text or links', () => {
    expect(through(`before\n\n${IMAGE}\n\n- after\n`)).toBe(`before\n\n${IMAGE}\n\n- after\n`);
    expect(blocksOfState(stateFromMarkdown(`text\n${IMAGE}`))).toMatchObject([
      { type: 'block' },
      { type: 'image', imageId: 'Ab3_-x', alt: 'A plan [draft] 計画', width: 0, height: 0 },
    ]);
    // with an external address, within a line, or with an invalid id: text and links, which load nothing
    expect(html('![cat](https://example.com/cat.png)')).toContain('<a href="https://example.com/cat.png"');
    for (const other of ['a ![b](image:x) c', '![b](image:../x)', '![b](data:image/png;base64,AA)', '![b](image:)'])
      expect(html(other)).not.toContain('<img');
  });

  it('keep their size when the text is replaced by Markdown', () => {
    const image = { type: 'image' as const, imageId: 'i1', alt: 'a', width: 640, height: 480 };
    const state = stateOfBlocks([image, textBlock('paragraph', [])]);
    expect(blocksOfState(replaceWithMarkdown(state, 'new\n\n![b](image:i1)\n\nmore'))[1]).toEqual({
      ...image,
      alt: 'b',
    });
  });

  it('are rendered as HTML with the address from the caller only', () => {
    const state = stateOfBlocks([
      { type: 'image', imageId: 'i1', alt: '"><script>alert(1)</script>', width: 640, height: 480 },
    ]);
    expect(htmlOfState(state)).toBe(
      '<p><img data-image-id="i1" alt="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;" width="640" height="480" loading="lazy" decoding="async"></p>',
    );
    expect(htmlOfState(state, (id) => `/note-html/n1/image/${id}`)).toContain('src="/note-html/n1/image/i1"');
  });

  it('are validated when they come from other programs', () => {
    const doc = new Y.Doc();
    const element = new Y.XmlElement('image');
    for (const [name, value] of Object.entries({ imageId: '../../x', alt: 7, width: -4, height: 1e99 }))
      element.setAttribute(name, value as string);
    doc.getXmlFragment('note').insert(0, [element]);
    const state = Y.encodeStateAsUpdate(doc);
    expect(blocksOfState(state)).toEqual([{ type: 'image', imageId: '', alt: '', width: 0, height: 0 }]);
    expect(markdownOfState(state)).toBe('');
    expect(imagesOfState(state)).toEqual([]);
  });

  it('are described in the summary, and not counted as words', () => {
    const { snippet, words } = summaryOfState(stateFromMarkdown('![A red door](image:i1)\n\nTwo words'));
    expect({ snippet, words }).toEqual({ snippet: 'A red door Two words', words: 2 });
    expect(textOfState(stateFromMarkdown('![A red door](image:i1)'))).toBe('A red door');
  });

  it('survive a merge with edits of their description and of the text around them', () => {
    const base = stateFromMarkdown('above\n\n![a](image:i1)\n\nbelow');
    const mine = new Y.Doc();
    const theirs = new Y.Doc();
    Y.applyUpdate(mine, base);
    Y.applyUpdate(theirs, base);
    (mine.getXmlFragment('note').get(1) as Y.XmlElement).setAttribute('alt', 'described');
    ((theirs.getXmlFragment('note').get(2) as Y.XmlElement).get(0) as Y.XmlText).insert(5, ' it');
    Y.applyUpdate(mine, Y.encodeStateAsUpdate(theirs));
    expect(markdownOfState(Y.encodeStateAsUpdate(mine))).toBe('above\n\n![described](image:i1)\n\nbelow it\n');
  });
});
