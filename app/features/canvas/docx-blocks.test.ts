import { Packer } from 'docx';
import { expect, it } from 'vitest';
import { parseMarkdown } from '../../../sync/merge/note-markdown';
import { openZip, type Zip } from '../../../server/parsing/containers/zip';
import { docxOf } from './docx-blocks';

const filesOf = async (title: string, markdown: string): Promise<Zip> =>
  openZip(await Packer.toBuffer(docxOf(title, parseMarkdown(markdown))));
const DOCUMENT = 'word/document.xml';

it('writes headings, lists, tables, code and marks', async () => {
  const files = await filesOf(
    'Plan & more',
    '## Steps\n\n1. First\n2. Second\n\n- [x] Done\n\n**bold** and `code`\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n```\nx < y\n```',
  );
  const xml = await files.text(DOCUMENT);
  for (const part of ['Plan &amp; more', 'Heading2', 'First', '☑ ', '<w:b/>', '<w:tbl>', 'x &lt; y'])
    expect(xml).toContain(part);
});

it('counts each ordered list from one', async () => {
  const xml = await (await filesOf('Lists', '1. a\n2. b\n\nBetween\n\n1. c')).text(DOCUMENT);
  const lists = [...xml.matchAll(/<w:numId w:val="(\d+)"/g)].map(([, id]) => id);
  expect(lists).toHaveLength(3);
  expect(lists[0]).toBe(lists[1]);
  expect(lists[2]).not.toBe(lists[0]);
});

it('has only http, https and mailto links, and no characters that are invalid in XML', async () => {
  const files = await filesOf('T\u0000', '[a](javascript:alert) [b](https://example.com/x) c\u0001d');
  const links = await files.text('word/_rels/document.xml.rels');
  expect(links).toContain('https://example.com/x');
  expect(links).not.toContain('javascript');
  expect(await files.text(DOCUMENT)).not.toMatch(/[\u0000\u0001]/);
});
