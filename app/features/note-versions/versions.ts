/** The versions of a text: from the server, otherwise as last stored on this device. */
import { useCallback, useEffect, useMemo } from 'react';
import { call } from '~/api/client';
import type { Answer, ListSource } from '~/features/server-list/server-list';
import { useServerList, type ServerListView } from '~/features/server-list/use-server-list';
import { run } from '~/replica/client';
import { useStatus } from '~/replica/hooks';
import { versionCalls } from '../../../server/core/note-versions/contract';
import type { Commands } from '../../../sync/engine/outbox/commands/commands';
import { LIMITS } from '../../../sync/model/limits';
import { NoAnswerError } from '../../../sync/protocol/client';
import { CallError } from '../../../sync/protocol/errors';

/** versions per page */
const PAGE = 20;
/** number of newest versions whose texts are stored on this device */
const TEXTS_STORED = 10;

type StoredVersions = NonNullable<Commands['version.last']['output']>;
export type KnownVersion = StoredVersions['versions'][number];

interface VersionAnswer extends Answer<KnownVersion> {
  /** time and authors of the present text */
  present: StoredVersions['present'];
}

const stateOnServer = async (contentId: string, id: string): Promise<string> =>
  (await call(versionCalls.get, { contentId, id, format: 'state' })).content;

async function storedVersions(contentId: string): Promise<{ answer: VersionAnswer; at: number } | null> {
  const last = await run('version.last', { contentId });
  return last && { answer: { list: last.versions, total: last.total, present: last.present }, at: last.at };
}

/** Stores the server's list, and returns it with queued names and the versions whose texts are on this device. */
async function listVersions(
  contentId: string,
  asked: { currentPage: number; pageSize: number },
): Promise<VersionAnswer> {
  const { list, total, present } = await call(versionCalls.page, { contentId, ...asked });
  try {
    await run('version.store', { contentId, at: Date.now(), versions: list, total, present, states: {} });
    const stored = await storedVersions(contentId);
    if (stored) return stored.answer;
  } catch {
    // a full disk must not hide the server's answer
  }
  return { list: list.map((version) => ({ ...version, hasText: false })), total, present };
}

/** Stores the texts of the newest versions that this device lacks. */
async function storeTexts(contentId: string): Promise<void> {
  const last = await run('version.last', { contentId });
  if (!last) return;
  const states: Record<string, string> = {};
  for (const { id, hasText } of last.versions.slice(0, TEXTS_STORED))
    if (!hasText) states[id] = await stateOnServer(contentId, id);
  if (Object.keys(states).length === 0) return;
  const { at, total, present } = last;
  // queued names are not part of the server's list
  const versions = last.versions
    .filter(({ callId }) => callId === undefined)
    .map(({ hasText: _, ...version }) => version);
  await run('version.store', { contentId, at, versions, total, present, states });
}

/** Stores the newest versions with their texts, so that they can be restored offline. */
export async function storeVersions(contentId: string): Promise<void> {
  await listVersions(contentId, { currentPage: 1, pageSize: PAGE });
  await storeTexts(contentId);
}

/** The Yjs state (base64) of a version: from this device, otherwise from the server. */
export async function versionState(contentId: string, id: string): Promise<string> {
  return (await run('version.text', { contentId, id }))?.state ?? (await stateOnServer(contentId, id));
}

const versionSource = (contentId: string): ListSource<KnownVersion, VersionAnswer> => ({
  name: `versions/${contentId}`,
  pageSize: PAGE,
  page: (asked) => listVersions(contentId, asked),
  stored: () => storedVersions(contentId),
});

export interface Versions extends Pick<
  ServerListView<KnownVersion, VersionAnswer>,
  'at' | 'failure' | 'hasMore' | 'more' | 'refresh'
> {
  versions: readonly KnownVersion[];
  present: VersionAnswer['present'];
  /** the server has not answered yet, and nothing is stored */
  isLoading: boolean;
  /** Shows a change made here, and requests the list again. Resolves when the change is shown. */
  changed: () => Promise<void>;
}

/** @param isHere whether the text is on this device; then its versions are stored */
export function useVersions(contentId: string, isHere: boolean): Versions {
  const status = useStatus();
  const isOnline = status.connection.state === 'online';
  const source = useMemo(() => (isHere ? versionSource(contentId) : null), [contentId, isHere]);
  // requested again when a queued name was sent
  const list = useServerList(source, { again: status.waiting.calls });
  const { answer, change, refresh } = list;
  const showStored = useCallback(async () => {
    const stored = await storedVersions(contentId).catch(() => null);
    if (stored) change(() => stored.answer);
  }, [contentId, change]);

  const answeredAt = list.isCurrent ? list.at : 0;
  useEffect(() => {
    if (answeredAt > 0) void storeTexts(contentId).then(showStored, () => undefined);
  }, [contentId, answeredAt, showStored]);

  return {
    versions: answer?.list ?? [],
    present: answer?.present ?? null,
    at: list.at,
    failure: list.failure ?? (isHere || isOnline ? null : 'offline'),
    isLoading: answer === undefined && list.failure === null && (isHere || isOnline),
    hasMore: list.hasMore,
    more: list.more,
    refresh,
    changed: async () => {
      await showStored();
      void refresh();
    },
  };
}

/** Names a version, or with '' removes its name; queued if the server cannot be reached. Throws the server's refusal. */
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

/**
 * Saves the present text as a named version and returns its id. Throws NOTE_VERSION_NAMES_FULL if this device knows that the
 * limit is reached.
 */
export async function savePresent(
  contentId: string,
  versions: readonly KnownVersion[],
  name: string,
  state: string,
): Promise<string> {
  const named = versions.filter((version) => version.name !== '').length;
  if (named >= LIMITS.namedVersions)
    throw new CallError('NOTE_VERSION_NAMES_FULL', { params: { max: LIMITS.namedVersions } });
  return (await run('version.save', { contentId, name, state })).id;
}
