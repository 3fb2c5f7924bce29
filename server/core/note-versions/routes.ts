/** Versions of texts as calls. */
import { bind, type BoundCall } from '../../platform/http/feature';
import type { CoreServices } from '../context';
import { versionCalls as calls } from './contract';
import { createVersions } from './service';

export function versionRoutes(core: Pick<CoreServices, 'platform' | 'sync' | 'storedBytes'>): BoundCall[] {
  const versions = createVersions(core);
  return [
    bind(calls.page, ({ actor, input }) => versions.page(actor, input)),
    bind(calls.get, ({ actor, input }) => versions.get(actor, input)),
    bind(calls.save, ({ actor, input }) => versions.save(actor, input)),
    bind(calls.name, ({ actor, input }) => versions.name(actor, input)),
    bind(calls.removeName, ({ actor, input }) => versions.removeName(actor, input)),
  ];
}
