/**
 * Files on their way into projects: checked and stored on this device one after another, five of a selection at a time.
 * What needs an answer or was refused stays in the list of its project until the person has dealt with it.
 *
 *   waiting ─► storing ─┬─► (stored: leaves the list; the engine sends it)
 *                       ├─► duplicate   the same bytes are in the project
 *                       ├─► sameName    other bytes have this name: new version, or keep both
 *                       └─► refused     with the reason
 */
import { setBusy } from '~/features/update/busy';
import { live } from '~/replica/live';
import { run } from '~/replica/client';
import { errorCode } from '~/features/shell/error-text';
import { extensionOf } from '../../../sync/model/file-types';
import { NEWEST_FIRST } from '../../../sync/model/item-order';
import { LIMITS } from '../../../sync/model/limits';
import { freeName } from './names';

export interface AddingFile {
  key: number;
  projectId: string;
  name: string;
  file: File;
  state: 'waiting' | 'storing' | 'duplicate' | 'sameName' | 'refused';
  /** of the file in the project with these bytes or this name */
  otherId: string;
  error: unknown;
}

/** A selection that is being stored: how many of its files are done. */
export interface AddingProgress {
  done: number;
  total: number;
}

interface State {
  files: readonly AddingFile[];
  progress: AddingProgress;
}

const NOTHING: State = { files: [], progress: { done: 0, total: 0 } };
let state = NOTHING;
let lastKey = 0;
let isRunning = false;
const listeners = new Set<() => void>();

/** In this page's memory only. */
const isHeld = ({ state: of }: AddingFile): boolean => of === 'waiting' || of === 'storing' || of === 'sameName';

function set(next: State): void {
  state = next;
  const areHeld = next.files.some(isHeld);
  setBusy('files', areHeld ? 'unsavedText' : null);
  (areHeld ? addEventListener : removeEventListener)('beforeunload', askToStay);
  for (const listener of listeners) listener();
}

const askToStay = (event: Event): void => event.preventDefault();

const patch = (key: number, change: Partial<AddingFile>): void =>
  set({ ...state, files: state.files.map((each) => (each.key === key ? { ...each, ...change } : each)) });
const drop = (key: number): void => set({ ...state, files: state.files.filter((each) => each.key !== key) });

/** For useSyncExternalStore. */
export const addingStore = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  get: (): State => state,
};

/** Adds files to a project. Resolves once all of them are stored, refused, or waiting for an answer. */
export async function addFiles(projectId: string, files: readonly File[]): Promise<void> {
  const added = files.map((file): AddingFile => {
    lastKey += 1;
    return { key: lastKey, projectId, name: file.name, file, state: 'waiting', otherId: '', error: null };
  });
  set({
    files: [...state.files, ...added],
    progress: { done: state.progress.done, total: state.progress.total + added.length },
  });
  await storeWaiting();
}

async function storeWaiting(): Promise<void> {
  if (isRunning) return;
  isRunning = true;
  try {
    for (let batch = nextBatch(); batch.length > 0; batch = nextBatch()) {
      for (const each of batch) {
        await store(each);
        set({ ...state, progress: { ...state.progress, done: state.progress.done + 1 } });
      }
    }
  } finally {
    isRunning = false;
    set({ ...state, progress: NOTHING.progress });
  }
}

const nextBatch = (): readonly AddingFile[] =>
  state.files.filter((each) => each.state === 'waiting').slice(0, LIMITS.selectionFiles);

async function store({ key, projectId, file, name }: AddingFile): Promise<void> {
  patch(key, { state: 'storing' });
  try {
    const { state: found, id } = await run('file.check', { projectId, file, name });
    if (found === 'new') await add(key, { projectId, file, name });
    else patch(key, { state: found === 'duplicate' ? 'duplicate' : 'sameName', otherId: id });
  } catch (error) {
    refuse(key, error);
  }
}

async function add(
  key: number,
  input: { projectId: string; file: File; name: string; replaces?: string },
): Promise<void> {
  try {
    await run('file.add', input);
    drop(key);
    // it is to open here offline, too
    if (extensionOf(input.name) === '.pdf')
      void import('./pdf/keep-viewer').then(({ keepPdfViewer }) => keepPdfViewer());
  } catch (error) {
    refuse(key, error);
  }
}

function refuse(key: number, error: unknown): void {
  const { code, params } = errorCode(error);
  const id = params['id'];
  if (code === 'FILE_DUPLICATED' && typeof id === 'string') patch(key, { state: 'duplicate', otherId: id, error });
  else patch(key, { state: 'refused', error });
}

/** The answer to a file whose name another one has; `skip` also dismisses a refused one or a duplicate. */
export async function answer(key: number, choice: 'newVersion' | 'keepBoth' | 'skip'): Promise<void> {
  const entry = state.files.find((each) => each.key === key);
  if (!entry) return;
  if (choice === 'skip') return drop(key);
  const { projectId, file } = entry;
  patch(key, { state: 'storing' });
  if (choice === 'newVersion') return add(key, { projectId, file, name: entry.name, replaces: entry.otherId });
  const files = await live({ kind: 'items', of: 'files', projectId, order: NEWEST_FIRST, language: 'en', limit: null });
  const name = freeName(entry.name, new Set(files.get().rows.map(({ title }) => title)));
  return add(key, { projectId, file, name });
}
