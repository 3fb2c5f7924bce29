/** Composition of the live channels. */
import type { Platform } from '../platform/context';
import type { Sync } from '../sync/sync';
import { createLiveChannels, type LiveChannels } from './channels';
import { createTextUpdates, isAuthorRevoked, type TextUpdates } from './text-updates';

export interface Live {
  channels: LiveChannels;
  texts: TextUpdates;
  close(): void;
}

export function createLive(
  platform: Pick<Platform, 'db' | 'events' | 'log' | 'query'>,
  sync: Pick<Sync, 'store' | 'stream' | 'policies'>,
): Live {
  const channels = createLiveChannels(platform, sync.stream, isAuthorRevoked(platform, sync.store, sync.policies));
  return {
    channels,
    texts: createTextUpdates(platform, sync.store, sync.policies, channels),
    close: () => channels.close(),
  };
}
