/**
 * Labelled queries over notes of one language: tests/fixtures/search/<language>.txt.
 *
 *   # notes        key|title|text
 *   # others       `name = a, b, c` lists, then `= title|text` templates whose {name} is replaced: notes that share words with the others
 *   # questions    question -> key of the one note that answers it, or - if none does
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { SearchedText } from '../../sync/model/searched-text';
import { countTerms } from '../../sync/ranking/term-counts';
import { IndexReader } from '../../sync/engine/search/reader';
import { SearchDatabase } from '../../sync/engine/search/index-database';
import { SegmentBuilder } from '../../sync/engine/search/segment';
import { newDataKey, Vault } from '../../sync/engine/storage/sealing/vault';
import { queryTerms } from '../../sync/text/query';
import { TOKENISER_VERSION } from '../../sync/text/tokenise';

export interface Note {
  key: string;
  title: string;
  text: string;
}
export interface Question {
  text: string;
  wanted: string | null;
}
export interface SearchSet {
  notes: Note[];
  questions: Question[];
}

/** notes made from the templates */
const OTHERS = 170;

const sectionsOf = (file: string): Map<string, string[]> => {
  const sections = new Map<string, string[]>();
  for (const part of file.split(/^# /m).slice(1)) {
    const [name = '', ...lines] = part.split('\n');
    sections.set(
      name,
      lines.filter((line) => line !== ''),
    );
  }
  return sections;
};

function othersFrom(lines: string[]): Note[] {
  const lists = new Map<string, string[]>();
  const templates: string[] = [];
  for (const line of lines) {
    const [name = '', value = ''] = line.split(/ ?= (.*)/s);
    if (name === '') templates.push(value);
    else lists.set(name, value.split(', '));
  }
  let seed = 7;
  const below = (n: number): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % n;
  };
  return Array.from({ length: OTHERS }, (_, i) => {
    const chosen = new Map([...lists].map(([name, list]) => [name, list[below(list.length)]!]));
    const [title = '', text = ''] = templates[i % templates.length]!.replace(/\{(\w+)\}/g, (_whole, name: string) =>
      chosen.get(name)!,
    ).split('|');
    return { key: `other${i}`, title, text };
  });
}

/** The set of a language; further queries over the same notes from another file. */
export function searchSet(language: string, questionsOf = language): SearchSet {
  const read = (name: string): Map<string, string[]> =>
    sectionsOf(readFileSync(fileURLToPath(new URL(`../fixtures/search/${name}.txt`, import.meta.url)), 'utf8'));
  const sections = read(language);
  const notes = sections.get('notes')!.map((line): Note => {
    const [key = '', title = '', text = ''] = line.split('|');
    return { key, title, text };
  });
  const questions = read(questionsOf)
    .get('questions')!
    .map((line): Question => {
      const [text = '', wanted = ''] = line.split(' -> ');
      return { text, wanted: wanted === '-' ? null : wanted };
    });
  for (const { wanted } of questions)
    if (wanted !== null && !notes.some(({ key }) => key === wanted))
      throw new Error(`no note ${wanted} in ${language}`);
  return { notes: [...notes, ...othersFrom(sections.get('others')!)], questions };
}

/** Whether a query is held out: every third one. */
export const isHeldOut = (at: number): boolean => at % 3 === 2;

interface OpenIndex {
  reader: IndexReader;
  database: SearchDatabase;
  bytes: number;
}

/** An index of notes on its own disk, in the indexer's form: a row and a text for each note. */
export const readerOf = (name: string, notes: readonly Note[]): Promise<OpenIndex> =>
  readerOfSources(
    name,
    notes.flatMap(({ key, title, text }) => [
      { key: `notes/${key}`, texts: [{ field: 'title' as const, text: title }] },
      { key: `noteContents/${key}`, texts: [{ field: 'text' as const, text }] },
    ]),
  );

/** An index of sources with their texts. */
export async function readerOfSources(
  name: string,
  sources: readonly { key: string; texts: readonly SearchedText[] }[],
): Promise<OpenIndex> {
  const database = new SearchDatabase(name, new Vault(await newDataKey()));
  const builder = new SegmentBuilder();
  const breathe = (): undefined => undefined;
  for (const { key, texts } of sources) {
    const { times, length } = await countTerms(texts, breathe);
    builder.add(key, times, length);
  }
  const segment = await database.seal(await builder.build(1, breathe), breathe);
  await database.segments.put(segment.row);
  await database.blocks.bulkPut(segment.blocks);
  await database.putManifest({
    ...(await database.manifest(TOKENISER_VERSION)),
    segments: [1],
    nextSegment: 2,
    complete: true,
  });
  return {
    reader: new IndexReader(database),
    database,
    bytes: segment.blocks.reduce((sum, { sealed }) => sum + sealed.length, 0),
  };
}

/** The result of a query: the rank of the wanted note among the answers (from 1; 0: missing). */
export interface Outcome extends Question {
  found: string[];
  closest: boolean;
  rank: number;
}

export async function ask(reader: IndexReader, question: Question): Promise<Outcome> {
  const { ranked, closest } = await reader.rank(queryTerms(question.text), 20, () => true);
  const found = ranked.map(({ id }) => id);
  return { ...question, found, closest, rank: question.wanted === null ? 0 : found.indexOf(question.wanted) + 1 };
}

export interface Figures {
  questions: number;
  first: number;
  empty: number;
  nonsense: number;
  answered: number;
  answeredSurely: number;
}

export function figuresOf(outcomes: readonly Outcome[]): Figures {
  const real = outcomes.filter(({ wanted }) => wanted !== null);
  const nonsense = outcomes.filter(({ wanted }) => wanted === null);
  return {
    questions: real.length,
    first: real.filter(({ rank }) => rank === 1).length,
    empty: real.filter(({ found }) => found.length === 0).length,
    nonsense: nonsense.length,
    answered: nonsense.filter(({ found }) => found.length > 0).length,
    answeredSurely: nonsense.filter(({ found, closest }) => found.length > 0 && !closest).length,
  };
}
