/**
 * Adds files to projects: checks them and stores them on this device one after another. A refused file or a duplicate
 * stays in the list until the person dismisses it.
 *
 *   waiting ─► storing ─┬─► (stored: removed from the list; the engine uploads the file, or keeps it undecided if the
 *                       │    name belongs to a file with other bytes)
 *                       ├─► duplicate   the same bytes are in the project
 *                       └─► refused     with the reason
 */
import { setBusy } from '~/replica/busy';
import { run } from '~/replica/client';
import { errorCode } from '~/features/failures/error-text';
import { cleanFileName } from '../../../sync/model/file-name';
import { extensionOf } from '../../../sync/model/file-types';
import { LIMITS } from '../../../sync/model/limits';

export interface AddingFile {
  key: number;
  projectId: string;
  name: string;
  file: File;
  state: 'waiting' | 'storing' | 'duplicate' | 'refused';
  /** id of the file with the same bytes in the project */
  otherId: string;
  error: unknown;
}

/** Progress over all files that are being stored. */
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

/** Whether only the memory of this page holds the file. */
const isHeld = ({ state: of }: AddingFile): boolean => of === 'waiting' || of === 'storing';

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

/** keys of added files, until `addFiles` has counted them */
const done = new Set<number>();

/**
 * Adds files to a project. Resolves when each file is stored, refused, or waits for a decision, to the number of added
 * files.
 */
export async function addFiles(projectId: string, files: readonly File[]): Promise<number> {
  const added = files.map((file): AddingFile => {
    lastKey += 1;
    // the name as it will be stored, without characters that reverse or hide a part of it
    return {
      key: lastKey,
      projectId,
      name: cleanFileName(file.name),
      file,
      state: 'waiting',
      otherId: '',
      error: null,
    };
  });
  set({
    files: [...state.files, ...added],
    progress: { done: state.progress.done, total: state.progress.total + added.length },
  });
  await storeWaiting();
  return added.filter(({ key }) => done.delete(key)).length;
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
    else if (found === 'duplicate') patch(key, { state: 'duplicate', otherId: id });
    else {
      await run('file.hold', { projectId, id, file, name });
      drop(key);
    }
  } catch (error) {
    refuse(key, error);
  }
}

async function add(key: number, input: { projectId: string; file: File; name: string }): Promise<void> {
  try {
    await run('file.add', input);
    done.add(key);
    drop(key);
    // so that the file opens offline on this device
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

/** Removes the notice of a refused file or a duplicate. */
export const dismiss = drop;
