/**
 * Accepted parts of a shared form: texts become drafts of notes, audio becomes recordings of meetings, other files of
 * supported types and texts that no note can hold are offered to projects, and the rest are refused by name.
 */
import { audioFileProblem } from '~/features/meeting/audio-file-check';
import { stateOfBlocks, textBlock, type NoteBlock } from '../../../sync/merge/note-blocks';
import { parseMarkdown } from '../../../sync/merge/note-markdown';
import { typeOfName } from '../../../sync/model/file-types';
import { newId } from '../../../sync/model/ids';
import { LIMITS } from '../../../sync/model/limits';
import { clean, cleanLines, truncate } from '../../../sync/model/text';
import { decodeText } from '../../../sync/text/decode-text';
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
export type Refusal = 'type' | 'empty' | 'tooLarge' | 'notText' | 'unreadable';
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
  if (own !== '' || title !== '') {
    const draft = draftOf(title, own, 'plain', { address: addressOf(form), file: null });
    if (draft) accepted.drafts.push(draft);
    else accepted.refused.push({ name: title, reason: 'tooLarge' });
  }
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
  const known = typeOfName(name);
  const draft = await draftOfFile(file, known !== null);
  if (typeof draft !== 'string') accepted.drafts.push(draft);
  // a project takes what no note can hold; adding it checks its content
  else if (known && (draft === 'tooLarge' || draft === 'notText')) takeOther(accepted, file, known.maxSize);
  else accepted.refused.push({ name, reason: draft });
}

/** Why a text file cannot become a note, or its draft. */
async function draftOfFile(file: File, isForProjects: boolean): Promise<Draft | Refusal> {
  if (file.size > LIMITS.noteText.max * UNIT_BYTES) return 'tooLarge';
  const bytes = await file.arrayBuffer().catch(() => null);
  if (!bytes) return 'unreadable';
  const decoded = decodeText(new Uint8Array(bytes));
  if (!decoded) return 'notText';
  const content = cleanLines(decoded.text);
  if (content === '') return 'empty';
  const name = clean(file.name);
  const isMarkdown = MARKDOWN_FILE.test(name) || file.type.toLowerCase().startsWith('text/markdown');
  const draft = draftOf(clean(name.replace(TEXT_FILE, '')), content, isMarkdown ? 'markdown' : 'plain', {
    address: '',
    file: isForProjects ? file : null,
  });
  return draft ?? 'tooLarge';
}

function takeOther(accepted: Accepted, file: File, maxSize: number): void {
  const { name, size } = file;
  if (size === 0) accepted.refused.push({ name: clean(name), reason: 'empty' });
  else if (size > maxSize) accepted.refused.push({ name: clean(name), reason: 'tooLarge' });
  else accepted.files.push(file);
}

/** Null: the text is longer than a note may be. */
function draftOf(
  title: string,
  text: string,
  format: 'plain' | 'markdown',
  of: Pick<Draft, 'address' | 'file'>,
): Draft | null {
  if (text.length > LIMITS.noteText.max) return null;
  const state = stateOfBlocks(format === 'markdown' ? parseMarkdown(text) : paragraphs(text));
  if (state.length > LIMITS.noteStateBytes) return null;
  return { id: newId(), title: truncate(title, LIMITS.noteTitle.max), text, state, ...of };
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
