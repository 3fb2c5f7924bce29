import { describe, expect, it } from 'vitest';
import { htmlOfState, stateFromMarkdown } from '../../../sync/merge/note-text';
import { titleProblem } from './note-dialogs';
import { fileName, htmlDocument, withImages } from './note-files';

describe('a title', () => {
  it('has 1 to 120 graphemes', () => {
    expect(titleProblem('')).toBe('required.title');
    expect(titleProblem(' 　')).toBe('required.title');
    expect(titleProblem('あ')).toBeNull();
    expect(titleProblem('👩‍👩‍👧'.repeat(120))).toBeNull();
    expect(titleProblem('あ'.repeat(121))).toBe('title.tooLong');
  });
});

describe('a file of a note', () => {
  it('has a name valid on every system', () => {
    expect(fileName('a/b:c*?"<>|')).toBe('a b c');
    expect(fileName('../..')).not.toMatch(/^\.|\//);
    expect(fileName('…')).toBe('…');
    expect(fileName(' / ')).toBe('note');
    expect([...fileName('長'.repeat(200))]).toHaveLength(80);
  });
  it('contains its images, and the description of one that is missing', async () => {
    const html = htmlOfState(stateFromMarkdown('![a](image:i1)\n\n![b](image:i2)'));
    const read = (id: string) =>
      Promise.resolve(
        id === 'i1' ? { blob: new Blob([new Uint8Array(20_000)], { type: 'image/png' }) } : { missing: 'offline' },
      );
    const whole = await withImages(html, read);
    expect(whole).toMatch(/<img src="data:image\/png;base64,A{26000,}=*" alt="a"/);
    expect(whole).toContain('<img alt="b"');
  });
  it('is a complete document with its title escaped', () => {
    expect(htmlDocument('<b>', '<p>x</p>', 'ja')).toContain('<html lang="ja">');
    expect(htmlDocument('<b>', '<p>x</p>', 'ja')).not.toContain('<b>');
  });
});
