import { describe, expect, it } from 'vitest';
import { cleanFileName, freeName, isFileName, keepsCategory, mayBeRenamed, nameKey, numberedName } from './file-name';
import { graphemeLength } from './text';

describe('the name of a file', () => {
  it('contains no path separators and no invisible or bidirectional control characters', () => {
    expect(
      ['../../etc/passwd', 'a\\b.txt', 'in\u202efdp.exe', 'a\u0000b\u0007.txt', ' x.txt ', '..', '.', '', 'ガ.txt'].map(
        cleanFileName,
      ),
    ).toEqual(['.._.._etc_passwd', 'a_b.txt', 'infdp.exe', 'ab.txt', 'x.txt', '', '', '', 'ガ.txt']);
    expect(
      ['a.txt', 'a/b.txt', ' a.txt', '', '..', `${'x'.repeat(251)}.txt`, `${'x'.repeat(252)}.txt`].map(isFileName),
    ).toEqual([true, false, false, false, false, true, false]);
  });

  it('keeps its category when it is renamed', () => {
    const pairs: [string, string, boolean][] = [
      ['a.md', 'b.md', true],
      ['a.md', 'a.TXT', true],
      ['a.jpg', 'a.png', true],
      ['a.md', 'a.png', false],
      ['a.md', 'a', false],
      ['a.md', 'a.exe', false],
    ];
    for (const [before, after, kept] of pairs)
      expect([before, after, keepsCategory(before, after)]).toEqual([before, after, kept]);
  });

  it('may be corrected to the type of the content', () => {
    const picture = { title: 'scan.png', mimeType: 'application/pdf' };
    expect(['scan.pdf', 'scan.jpg', 'scan.docx', 'scan'].map((name) => mayBeRenamed(picture, name))).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(mayBeRenamed({ title: 'old', mimeType: '' }, 'old.pdf')).toBe(false);
  });

  it('gets a number before the extension if it is taken, within the length limit', () => {
    const taken = new Set(['plan.pdf', 'plan (2).pdf'].map(nameKey));
    expect(freeName('PLAN.pdf', (key) => taken.has(key))).toBe('PLAN (3).pdf');
    expect(freeName('other.pdf', (key) => taken.has(key))).toBe('other.pdf');
    const long = numberedName(`${'が'.repeat(251)}.txt`, 12);
    expect([graphemeLength(long), long.endsWith(' (12).txt')]).toEqual([255, true]);
  });

  it('is found with few tries among ten thousand files of the same name', () => {
    const taken = new Set<string>();
    let tries = 0;
    for (let n = 0; n < 10_000; n += 1) {
      tries = 0;
      const name = freeName('image.png', (key) => (tries++, taken.has(key)));
      expect(taken.has(nameKey(name))).toBe(false);
      taken.add(nameKey(name));
    }
    expect(tries).toBeLessThan(50);
    expect(taken.has('image (10000).png')).toBe(true);
  });
});
