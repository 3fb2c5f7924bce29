/** Shared content that is not saved yet: in this page's memory only, until it is saved or discarded. */
import { setBusy } from '~/replica/busy';
import { TAKE_SHARED, type SharedForm } from '../../../sync/protocol/share-target';
import type { Accepted } from './accepted';

export interface Shared extends Accepted {
  /** false until the service worker has answered */
  isKnown: boolean;
}

/** milliseconds after which no answer is expected: the service worker was replaced */
const ANSWER_MS = 10_000;
/** Loaded when something is shared: the shell imports this module. */
const acceptance = () => import('./accepted');
const NOTHING: Accepted = { drafts: [], recordings: [], files: [], refused: [] };

let shared: Shared = { ...NOTHING, isKnown: false };
const listeners = new Set<() => void>();

function set(next: Shared): void {
  shared = next;
  const isHeld = next.drafts.length + next.recordings.length + next.files.length > 0;
  setBusy('shared', isHeld ? 'unsavedText' : null);
  (isHeld ? addEventListener : removeEventListener)('beforeunload', ask);
  for (const listener of listeners) listener();
}

const ask = (event: Event): void => event.preventDefault();

/** Takes the content held by the service worker and appends it. */
export async function takeShared(): Promise<void> {
  // before the worker gives the content away: it stays there if this cannot be loaded
  await acceptance();
  for (const form of await waiting()) await takeForm(form);
  set({ ...shared, isKnown: true });
}

/** Appends what an app has shared. */
export async function takeForm(form: SharedForm): Promise<void> {
  const { accept } = await acceptance();
  const { drafts, recordings, files, refused } = await accept(form);
  set({
    ...shared,
    drafts: [...shared.drafts, ...drafts],
    recordings: [...shared.recordings, ...recordings],
    files: [...shared.files, ...files],
    refused: [...shared.refused, ...refused],
  });
}

/** Appends a page whose address was in the address of the screen, by the bookmark (features/links/bookmarklet). */
export const takeAddress = (url: string, title: string): Promise<void> => takeForm({ title, text: '', url, files: [] });

async function waiting(): Promise<SharedForm[]> {
  const worker = navigator.serviceWorker?.controller;
  if (!worker) return [];
  const { port1, port2 } = new MessageChannel();
  try {
    return await new Promise<SharedForm[]>((resolve) => {
      port1.onmessage = ({ data }: MessageEvent<SharedForm[]>) => resolve(data);
      setTimeout(() => resolve([]), ANSWER_MS);
      worker.postMessage({ type: TAKE_SHARED }, [port2]);
    });
  } finally {
    port1.close();
  }
}

/** The draft was saved or discarded. */
export const dropDraft = (id: string): void =>
  set({ ...shared, drafts: shared.drafts.filter((draft) => draft.id !== id) });

/** Hands the recordings over. */
export function takeRecordings(): File[] {
  const { recordings } = shared;
  set({ ...shared, recordings: [] });
  return recordings;
}

/** Hands the files for projects over. */
export function takeFiles(): File[] {
  const { files } = shared;
  set({ ...shared, files: [] });
  return files;
}

/** The recordings are added to a project as files. */
export const recordingsAsFiles = (): void =>
  set({ ...shared, recordings: [], files: [...shared.files, ...shared.recordings] });

export const dropRefused = (): void => set({ ...shared, refused: [] });

/** For useSyncExternalStore. */
export const sharedStore = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  get: (): Shared => shared,
};
