/** Binds the calls of projects. */
import type { Platform } from '../../platform/context';
import { bind, type BoundCall } from '../../platform/http/feature';
import type { SyncStore } from '../../sync/store';
import { projectCalls as calls } from './contract';
import { createProjects } from './service';

export function projectRoutes(platform: Platform, sync: SyncStore): BoundCall[] {
  const projects = createProjects(platform, sync);
  return [
    bind(calls.create, ({ actor, input }) => projects.create(actor, input)),
    bind(calls.search, ({ actor, input }) => projects.search(actor, input)),
    bind(calls.get, ({ actor, input }) => projects.get(actor, input.id)),
    bind(calls.shares, ({ actor, input }) => projects.shares(actor, input.id)),
    bind(calls.contributors, ({ actor, input }) => projects.contributors(actor, input.id)),
    bind(calls.setShare, ({ actor, input }) => projects.setShare(actor, input)),
    bind(calls.setContributors, ({ actor, input }) => projects.setContributors(actor, input)),
    bind(calls.update, ({ actor, input }) => projects.update(actor, input)),
    bind(calls.updateProfile, ({ actor, input }) => projects.updateProfile(actor, input)),
    bind(calls.archive, ({ actor, input }) => projects.archive(actor, input)),
    bind(calls.setOwner, async ({ actor, input }) => {
      await projects.setOwner(actor, input);
      return {};
    }),
    bind(calls.remove, async ({ actor, input }) => {
      await projects.remove(actor, input.id);
      return {};
    }),
    bind(calls.setItem, ({ actor, input }) => projects.setItem(actor, input)),
    bind(calls.setItems, ({ actor, input }) => projects.setItems(actor, input)),
    bind(calls.searchItems, ({ actor, input }) => projects.searchItems(actor, input)),
    bind(calls.unsetItem, async ({ actor, input }) => {
      await projects.unsetItem(actor, input);
      return {};
    }),
    bind(calls.restoreItem, async ({ actor, input }) => {
      await projects.restoreItem(actor, input.id);
      return {};
    }),
    bind(calls.byItem, ({ actor, input }) => projects.byItem(actor, input)),
    bind(calls.searchNotes, ({ actor, input }) => projects.searchNotes(actor, input)),
  ];
}
