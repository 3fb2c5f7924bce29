/** The text stored with each document of the demo must equal the text that the parser extracts from its bytes. */
import { afterAll, expect, it } from 'vitest';
import { typeOfName } from '../../../../sync/model/file-types';
import { createParsing } from '../../../parsing/parsing';
import { detectType } from '../../../parsing/file-type';
import { DEMO_PROJECTS } from '../../../demo/seed';
import { readDemoDocuments } from './documents';

const parsing = createParsing({ log: { debug: () => undefined, warn: () => undefined } });
afterAll(() => parsing.close());

it('documents of the demo are parsed to the texts stored with them', async () => {
  const files = await readDemoDocuments();
  const signal = new AbortController().signal;
  for (const { name, bytes, text } of files)
    expect(await parsing.parse({ bytes, name, companyId: 'demo' }, { signal }), name).toEqual(text);
});

it('documents of the demo have the type of their extension, a project of the demo, and five languages', async () => {
  const files = await readDemoDocuments();
  for (const { name, bytes } of files)
    expect([name, detectType(bytes.subarray(0, 4096), name)]).toEqual([
      name,
      { type: typeOfName(name), isOther: false },
    ]);
  const titles = new Set(DEMO_PROJECTS.map(({ title }) => title));
  expect(files.filter(({ project }) => !titles.has(project))).toEqual([]);
  expect(new Set(files.map(({ text }) => text.language))).toEqual(new Set(['en', 'ja', 'ko', 'zh-Hans', 'zh-Hant']));
  expect(new Set(files.map(({ name }) => name)).size).toBe(files.length);
});
