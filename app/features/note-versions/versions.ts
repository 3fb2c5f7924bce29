/** The versions of a text: from the server, and as last known from this device. */
import { useEffect, useState } from 'react';
import { call } from '~/api/client';
import { run } from '~/replica/client';
import { useStatus } from '~/replica/hooks';
import { versionCalls } from '../../../server/core/note-versions/contract';
import type { Commands } from '../../../sync/engine/outbox/commands/commands';
import { LIMITS } from '../../../sync/model/limits';
import { NoAnswerError } from '../../../sync/protocol/client';
import { CallError } from '../../../sync/protocol/errors';

/** versions of a page */
export const PAGE = 20;
/** newest versions whose texts are kept on this device */
const TEXTS_KEPT = 10;

export type Known = NonNullable<Commands['version.known']['output']>;
export type KnownVersion = Known['versions'][number];

const stateOnServer = async (contentId: string, id: string): Promise<string> =>
  (await call(versionCalls.get, { contentId, id, format: 'state' })).content;

/** Asks the server for the list, and stores it; then for texts of the newest versions that this device lacks. */
export async function refreshVersions(
  contentId: string,
  { pageSize = PAGE, listed = () => {} }: { pageSize?: number; listed?: () => void } = {},
): Promise<void> {
  const { list, total, present } = await call(versionCalls.page, { contentId, currentPage: 1, pageSize });
  const answer = { contentId, at: Date.now(), versions: list, total, present };
  await run('version.keep', { ...answer, states: {} });
  listed();
  const known = await run('version.known', { contentId });
  const states: Record<string, string> = {};
  for (const { id, hasText } of known?.versions.slice(0, TEXTS_KEPT) ?? [])
    if (!hasText) states[id] = await stateOnServer(contentId, id);
  if (Object.keys(states).length > 0) await run('version.keep', { ...answer, states });
}

/** The Yjs state (base64) of a version: from this device, else from the server. */
export async function versionState(contentId: string, id: string): Promise<string> {
  return (await run('version.text', { contentId, id }))?.state ?? (await stateOnServer(contentId, id));
}

export interface Versions {
  /** null: this device knows none */
  known: Known | null;
  /** the server has not answered yet, and nothing is known */
  isLooking: boolean;
  /** the server did not answer: this is what the device knew */
  isStale: boolean;
  more(): void;
  /** Looks again, after a change by this screen. */
  changed(): void;
}

/** @param isHere the text is on this device: its versions are kept with it */
export function useVersions(contentId: string, isHere: boolean): Versions {
  const status = useStatus();
  const isOnline = status.connection.state === 'online';
  const { calls } = status.waiting;
  const [pages, setPages] = useState(1);
  const [looks, setLooks] = useState(0);
  const [known, setKnown] = useState<Known | null>(null);
  const [isLooking, setLooking] = useState(true);
  const [isStale, setStale] = useState(false);

  useEffect(() => {
    if (!isHere) {
      setStale(!isOnline);
      setLooking(isOnline);
      return undefined;
    }
    let isOver = false;
    const read = async () => {
      const now = await run('version.known', { contentId });
      if (!isOver) setKnown(now);
    };
    const look = async () => {
      try {
        await refreshVersions(contentId, { pageSize: pages * PAGE, listed: () => void read() });
        if (!isOver) setStale(false);
      } catch (error) {
        // a refused call is an answer, too: the text was deleted, or is not this person's any more
        if (!isOver) setStale(!(error instanceof CallError) || error instanceof NoAnswerError);
      }
      await read();
      if (!isOver) setLooking(false);
    };
    void read()
      .then(look)
      .catch(() => {
        if (isOver) return;
        setStale(true);
        setLooking(false);
      });
    return () => {
      isOver = true;
    };
    // a queued name that was sent is in the server's list
  }, [contentId, isHere, pages, isOnline, calls, looks]);

  return {
    known,
    isLooking: isLooking && known === null,
    isStale,
    more: () => setPages(pages + 1),
    changed: () => setLooks(looks + 1),
  };
}

/** Names a version, or with '' removes its name; queued where the server does not answer. Throws what it refuses. */
export async function nameVersion(contentId: string, version: KnownVersion, name: string): Promise<void> {
  const { id } = version;
  if (version.callId === undefined) {
    try {
      if (name) await call(versionCalls.name, { contentId, id, name });
      else await call(versionCalls.removeName, { contentId, id });
      return;
    } catch (error) {
      if (!(error instanceof NoAnswerError)) throw error;
    }
  }
  await run('version.name', { contentId, id, name });
}

/** Stores the present text under a name. Throws NOTE_VERSION_NAMES_FULL as far as this device knows the names. */
export async function savePresent(contentId: string, known: Known | null, name: string, state: string): Promise<void> {
  const named = known?.versions.filter((version) => version.name !== '').length ?? 0;
  if (named >= LIMITS.namedVersions)
    throw new CallError('NOTE_VERSION_NAMES_FULL', { params: { max: LIMITS.namedVersions } });
  await run('version.save', { contentId, name, state });
}
