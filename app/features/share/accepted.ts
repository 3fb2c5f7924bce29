/**
 * Accepted parts of a shared form: texts become drafts of notes, audio becomes recordings of meetings, other files of
 * supported types are offered to projects, and the rest are refused by name.
 */
import { audioFileProblem } from '~/features/meeting/audio-file-check';
import { stateOfBlocks, textBlock, type NoteBlock } from '../../../sync/merge/note-blocks';
import { parseMarkdown } from '../../../sync/merge/note-markdown';
import { typeOfName } from '../../../sync/model/file-types';
import { newId } from '../../../sync/model/ids';
import { LIMITS } from '../../../sync/model/limits';
import { clean, cleanLines, truncate } from '../../../sync/model/text';
import type { SharedForm } from '../../../sync/protocol/share-target';

/** A note that is not saved yet. */
export interface Draft {
  /** id of the note */
  id: string;
  title: string;
  /** the shared text, for display */
  text: string;
  /** its Yjs state: created once, since a repetition would insert the text twice */
  state: Uint8Array;
  /** of the shared page, which can be added to a project as a link; '' for none */
  address: string;
  /** the file that the text is of, which can be added as such; null for a shared text */
  file: File | null;
}

/** Why a file is refused; a key of `note:shared.refused` texts. */
export type Refusal = 'type' | 'empty' | 'tooLarge' | 'encoding' | 'unreadable';
export interface Refused {
  name: string;
  reason: Refusal;
}

export interface Accepted {
  drafts: Draft[];
  recordings: File[];
  /** for projects */
  files: File[];
  refused: Refused[];
}

const TEXT_FILE = /\.(txt|text|md|markdown)$/i;
const MARKDOWN_FILE = /\.(md|markdown)$/i;
const WEB_ADDRESS = /^https?:\/\/\S+$/i;
/** Some apps share recordings without an extension. */
const ENDINGS: Readonly<Record<string, string>> = {
  'audio/mpeg': '.mp3',
  'audio/mp3': '.mp3',
  'audio/wav': '.wav',
  'audio/x-wav': '.wav',
  'audio/wave': '.wav',
  'audio/webm': '.webm',
};
const REASONS = {
  FILE_TYPE_NOT_SUPPORT: 'type',
  FILE_CONTENT_EMPTY: 'empty',
  FILE_MAX_LENGTH_EXCEEDED: 'tooLarge',
} as const;
/** maximum bytes of a UTF-16 unit in UTF-8 */
const UNIT_BYTES = 3;

export async function accept(form: SharedForm): Promise<Accepted> {
  const accepted: Accepted = { drafts: [], recordings: [], files: [], refused: [] };
  const own = ownText(form);
  const title = clean(form.title);
  if (own !== '' || title !== '')
    take(accepted, title, own, 'plain', { name: title, address: addressOf(form), file: null });
  for (const file of form.files) await takeFile(accepted, file);
  return accepted;
}

/** The text followed by the address, unless it contains it. */
function ownText({ text, url }: SharedForm): string {
  const [body, address] = [cleanLines(text), clean(url)];
  return [body, ...(address && !body.includes(address) ? [address] : [])].filter(Boolean).join('\n\n');
}

/** The address of a shared page: its own field, or a text that is nothing else. */
const addressOf = ({ text, url }: SharedForm): string =>
  [clean(url), clean(text)].find((each) => WEB_ADDRESS.test(each)) ?? '';

async function takeFile(accepted: Accepted, file: File): Promise<void> {
  const name = clean(file.name);
  const type = file.type.split(';')[0]!.trim().toLowerCase();
  if (!TEXT_FILE.test(name) && type !== 'text/plain' && type !== 'text/markdown') {
    const audio =
      ENDINGS[type] && !/\.[^./\\]+$/.test(name) ? new File([file], name + ENDINGS[type], { type: file.type }) : file;
    const known = typeOfName(audio.name);
    if (known && known.category !== 'audio') return void takeOther(accepted, file, known.maxSize);
    const problem = audioFileProblem(audio);
    if (problem) accepted.refused.push({ name, reason: REASONS[problem.code] });
    else accepted.recordings.push(audio);
    return;
  }
  if (file.size > LIMITS.noteText.max * UNIT_BYTES) return void accepted.refused.push({ name, reason: 'tooLarge' });
  const bytes = await file.arrayBuffer().catch(() => null);
  if (!bytes) return void accepted.refused.push({ name, reason: 'unreadable' });
  const text = decode(bytes);
  if (text === null) return void accepted.refused.push({ name, reason: 'encoding' });
  const content = cleanLines(text);
  if (content === '') return void accepted.refused.push({ name, reason: 'empty' });
  take(
    accepted,
    clean(name.replace(TEXT_FILE, '')),
    content,
    MARKDOWN_FILE.test(name) || type === 'text/markdown' ? 'markdown' : 'plain',
    { name, address: '', file: typeOfName(name) ? file : null },
  );
}

function takeOther(accepted: Accepted, file: File, maxSize: number): void {
  const { name, size } = file;
  if (size === 0) accepted.refused.push({ name: clean(name), reason: 'empty' });
  else if (size > maxSize) accepted.refused.push({ name: clean(name), reason: 'tooLarge' });
  else accepted.files.push(file);
}

/** UTF-8, or UTF-16 by its byte order mark; null for other bytes. */
function decode(bytes: ArrayBuffer): string | null {
  const [first, second] = new Uint8Array(bytes);
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function take(
  accepted: Accepted,
  title: string,
  text: string,
  format: 'plain' | 'markdown',
  { name, address, file }: { name: string; address: string; file: File | null },
): void {
  const state =
    text.length > LIMITS.noteText.max
      ? null
      : stateOfBlocks(format === 'markdown' ? parseMarkdown(text) : paragraphs(text));
  if (!state || state.length > LIMITS.noteStateBytes) accepted.refused.push({ name, reason: 'tooLarge' });
  else accepted.drafts.push({ id: newId(), title: truncate(title, LIMITS.noteTitle.max), text, state, address, file });
}

/**
 * Plain text, a paragraph per line: Markdown would join lines and read signs as marks. A line that is an address
 * becomes a link.
 */
const paragraphs = (text: string): NoteBlock[] =>
  text
    .split('\n')
    .map((line) =>
      textBlock(
        'paragraph',
        line === '' ? [] : [{ type: 'text', text: line, marks: WEB_ADDRESS.test(line) ? { link: line } : {} }],
      ),
    );
