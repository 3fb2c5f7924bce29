/** Reads the documents of the demo, each with the text that the parser extracts (made by assets/make-files.mjs). */
import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import { ParsedText } from '../../../../sync/model/parsed-text';
import { installed } from '../../../platform/installation';

export interface DemoDocument {
  /** title of its project */
  project: string;
  name: string;
  bytes: Buffer;
  text: ParsedText;
}

const Listed = v.array(v.object({ project: v.string(), file: v.string(), name: v.string(), text: ParsedText }));

const asset = (name: string): string => installed(`server/core/files/demo/assets/${name}`);

export async function readDemoDocuments(): Promise<DemoDocument[]> {
  const listed = v.parse(Listed, JSON.parse(await readFile(asset('files.json'), 'utf8')));
  return Promise.all(listed.map(async ({ file, ...rest }) => ({ ...rest, bytes: await readFile(asset(file)) })));
}
