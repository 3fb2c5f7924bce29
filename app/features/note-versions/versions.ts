/** The versions of a text: from the server, and as last known from this device. */
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

/** versions of a page */
const PAGE = 20;
/** newest versions whose texts are stored on this device */
const TEXTS_STORED = 10;

type StoredVersions = NonNullable<Commands['version.last']['output']>;
export type KnownVersion = StoredVersions['versions'][number];

interface VersionAnswer extends Answer<KnownVersion> {
  /** the text as it stands */
  present: StoredVersions['present'];
}

const stateOnServer = async (contentId: string, id: string): Promise<string> =>
  (await call(versionCalls.get, { contentId, id, format: 'state' })).content;

async function storedVersions(contentId: string): Promise<{ answer: VersionAnswer; at: number } | null> {
  const last = await run('version.last', { contentId });
  return last && { answer: { list: last.versions, total: last.total, present: last.present }, at: last.at };
}

/** The server's list, stored and returned with what only this device knows: queued names, and which texts are here. */
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
    // a full disk does not hide what the server has answered
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
  // queued names stay on the device: they are not the server's
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

/** The Yjs state (base64) of a version: from this device, else from the server. */
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
  /** the server has not answered yet, and nothing is known */
  isLoading: boolean;
  /** Shows a change of this screen, and asks again. Resolves when it is shown. */
  changed: () => Promise<void>;
}

/** @param isHere the text is on this device: its versions are stored with it */
export function useVersions(contentId: string, isHere: boolean): Versions {
  const status = useStatus();
  const isOnline = status.connection.state === 'online';
  const source = useMemo(() => (isHere ? versionSource(contentId) : null), [contentId, isHere]);
  // a queued name that was sent is in the server's list
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

/**
 * Stores the present text under a name, as a version whose id it returns. Throws NOTE_VERSION_NAMES_FULL as far as this
 * device knows the names.
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
