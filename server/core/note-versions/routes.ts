/** Versions of texts as calls. */
import type { Platform } from '../../platform/context';
import { bind, type BoundCall } from '../../platform/http/feature';
import type { SyncStore } from '../../sync/store';
import { versionCalls as calls } from './contract';
import { createVersions } from './service';

export function versionRoutes(platform: Platform, sync: SyncStore): BoundCall[] {
  const versions = createVersions(platform, sync);
  return [
    bind(calls.page, ({ actor, input }) => versions.page(actor, input)),
    bind(calls.get, ({ actor, input }) => versions.get(actor, input)),
    bind(calls.save, ({ actor, input }) => versions.save(actor, input)),
    bind(calls.name, ({ actor, input }) => versions.name(actor, input)),
    bind(calls.removeName, ({ actor, input }) => versions.removeName(actor, input)),
  ];
}
