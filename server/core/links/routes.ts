/** Binds the calls of links. */
import { bind, type BoundCall } from '../../platform/http/feature';
import type { CoreServices } from '../context';
import { linkCalls as calls } from './contract';
import { createLinks } from './service';

export function linkRoutes(core: CoreServices): BoundCall[] {
  const links = createLinks(core);
  const emptyAnswer = async (work: Promise<void>): Promise<Record<string, never>> => {
    await work;
    return {};
  };
  return [
    bind(calls.addWebsite, ({ actor, input }) => links.add(actor, input)),
    bind(calls.addPage, ({ actor, input }) =>
      links.add(actor, { ...input, kind: 'singleUrl', depth: 0, pageLimit: 1 }),
    ),
    bind(calls.searchWebsites, ({ actor, input }) => links.searchWebsites(actor, input)),
    bind(calls.searchPages, ({ actor, input }) => links.searchPages(actor, input)),
    bind(calls.searchSinglePages, ({ actor, input }) => links.searchSinglePages(actor, input)),
    bind(calls.removeWebsites, ({ actor, input }) => emptyAnswer(links.remove(actor, input.ids, 'website'))),
    bind(calls.removePages, ({ actor, input }) => emptyAnswer(links.remove(actor, input.ids, 'websiteUrl'))),
    bind(calls.removeSinglePages, ({ actor, input }) => emptyAnswer(links.remove(actor, input.ids, 'singleUrl'))),
    bind(calls.restartWebsite, ({ actor, input }) => emptyAnswer(links.restart(actor, input.id, 'website'))),
    bind(calls.restartPage, ({ actor, input }) => emptyAnswer(links.restart(actor, input.id, 'websiteUrl'))),
    bind(calls.restartSinglePage, ({ actor, input }) => emptyAnswer(links.restart(actor, input.id, 'singleUrl'))),
    bind(calls.cancel, ({ actor, input }) => emptyAnswer(links.cancel(actor, input.id))),
  ];
}
