/** What of a shared form Satchel can take: texts become drafts of notes, audio becomes recordings of meetings, the rest is named. */
import { audioFileProblem } from '~/features/meeting/audio-file-check';
import { stateOfBlocks, textBlock, type NoteBlock } from '../../../sync/merge/note-blocks';
import { parseMarkdown } from '../../../sync/merge/note-markdown';
import { newId } from '../../../sync/model/ids';
import { LIMITS } from '../../../sync/model/limits';
import { clean, cleanLines, truncate } from '../../../sync/model/text';
import type { SharedForm } from '../../../sync/protocol/share-target';

/** A note that is not saved yet. */
export interface Draft {
  /** of the note it becomes */
  id: string;
  title: string;
  /** as it was shared, to be shown */
  text: string;
  /** its Yjs state: made once, or a repetition would write the text twice */
  state: Uint8Array;
}

/** Why a file is not taken; a key of `note:shared.refused` texts. */
export type Refusal = 'type' | 'empty' | 'tooLarge' | 'encoding' | 'unreadable';
export interface Refused {
  name: string;
  reason: Refusal;
}

export interface Accepted {
  drafts: Draft[];
  recordings: File[];
  refused: Refused[];
}

const TEXT_FILE = /\.(txt|text|md|markdown)$/i;
const MARKDOWN_FILE = /\.(md|markdown)$/i;
const WEB_ADDRESS = /^https?:\/\/\S+$/i;
/** Some apps share a recording without an ending in its name. */
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
/** bytes of a UTF-16 unit in UTF-8, at most */
const UNIT_BYTES = 3;

export async function accept(form: SharedForm): Promise<Accepted> {
  const accepted: Accepted = { drafts: [], recordings: [], refused: [] };
  const own = ownText(form);
  const title = clean(form.title);
  if (own !== '' || title !== '') take(accepted, title, own, 'plain', title);
  for (const file of form.files) await takeFile(accepted, file);
  return accepted;
}

/** The text with the address below it, unless the text has it already. */
function ownText({ text, url }: SharedForm): string {
  const [body, address] = [cleanLines(text), clean(url)];
  return [body, ...(address && !body.includes(address) ? [address] : [])].filter(Boolean).join('\n\n');
}

async function takeFile(accepted: Accepted, file: File): Promise<void> {
  const name = clean(file.name);
  const type = file.type.split(';')[0]!.trim().toLowerCase();
  if (!TEXT_FILE.test(name) && type !== 'text/plain' && type !== 'text/markdown') {
    const audio =
      ENDINGS[type] && !/\.[^./\\]+$/.test(name) ? new File([file], name + ENDINGS[type], { type: file.type }) : file;
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
    name,
  );
}

/** UTF-8, or UTF-16 where its mark says so; null for bytes that are neither. */
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

function take(accepted: Accepted, title: string, text: string, format: 'plain' | 'markdown', name: string): void {
  const state =
    text.length > LIMITS.noteText.max
      ? null
      : stateOfBlocks(format === 'markdown' ? parseMarkdown(text) : paragraphs(text));
  if (!state || state.length > LIMITS.noteStateBytes) accepted.refused.push({ name, reason: 'tooLarge' });
  else accepted.drafts.push({ id: newId(), title: truncate(title, LIMITS.noteTitle.max), text, state });
}

/** Plain text as it is, a paragraph a line: Markdown would join lines and take signs for marks. A line that is an address becomes a link. */
const paragraphs = (text: string): NoteBlock[] =>
  text
    .split('\n')
    .map((line) =>
      textBlock(
        'paragraph',
        line === '' ? [] : [{ type: 'text', text: line, marks: WEB_ADDRESS.test(line) ? { link: line } : {} }],
      ),
    );
