/** Calls on links. The policy of project items checks who may change them, and starts their reading. */
import { newId, spaceOf } from '../../../sync/model/ids';
import type { Doc } from '../../../sync/model/kinds';
import type { ItemType } from '../../../sync/model/kinds/project-items';
import { checkLinkAddress } from '../../../sync/model/link-address';
import { LIMITS } from '../../../sync/model/limits';
import { truncate } from '../../../sync/model/text';
import type { ParsedInput } from '../../../sync/protocol/call';
import { CallError, type ErrorCode } from '../../../sync/protocol/errors';
import type { PageRequest } from '../../../sync/protocol/paging';
import type { Actor } from '../../platform/context';
import type { StoredDoc } from '../../sync/store';
import { ableOr, changeDoc, deleteDoc, visibleOr } from '../change';
import type { CoreServices } from '../context';
import { listVisible } from '../listing';
import { projectItemPolicy } from '../projects/item-policy';
import { BLANK_ITEM } from '../projects/new-item';
import { refusal } from '../refusals';
import type { linkCalls } from './contract';
import { linkOfAddress } from './item-rules';
import { refuseWhileReading } from './link-states';
import { CRAWL_RUN, READ_RUN, startReading } from './reading-requests';

type Item = Doc<'projectItems'>;
type LinkType = Extract<ItemType, 'website' | 'websiteUrl' | 'singleUrl'>;
type NewLink = Omit<ParsedInput<typeof linkCalls.addWebsite>, 'kind'> & { kind: 'website' | 'singleUrl' };

const NOT_FOUND: Record<LinkType, ErrorCode> = {
  website: 'WEBSITE_NOT_FOUND',
  websiteUrl: 'WEBSITE_NOT_FOUND',
  singleUrl: 'SINGLE_URL_NOT_FOUND',
};

export function createLinks(core: Pick<CoreServices, 'platform' | 'sync' | 'runs'>) {
  const { platform, sync, runs } = core;
  const policy = projectItemPolicy(platform);

  /** The link, if the person may see it. The types do not tell more than whether it exists. */
  const typed = <T extends Pick<StoredDoc<'projectItems'>, 'itemType'>>(item: T, types: readonly LinkType[]): T => {
    if (!(types as readonly ItemType[]).includes(item.itemType)) throw new CallError(NOT_FOUND[types[0]!]);
    return item;
  };

  const search = async (actor: Actor, projectId: string, page: PageRequest, itemType: LinkType) => {
    await visibleOr(sync, actor, 'projects', projectId, 'PROJECT_NOT_FOUND');
    return listVisible(platform, actor, 'projectItems', page, {
      where: { projectId, itemType },
      newestBy: 'createdAt',
    });
  };

  /** Deletes links of a type. Ids of deleted ones are ignored, so that a repeated call succeeds. */
  const remove = (actor: Actor, ids: readonly string[], itemType: LinkType): Promise<void> =>
    sync.write(actor.companyId, async (tx) => {
      for (const id of new Set(ids)) {
        const codes = { missing: NOT_FOUND[itemType] };
        typed(await ableOr(tx, actor, 'projectItems', id, 'delete', codes), [itemType]);
        await deleteDoc(tx, actor, policy, id);
      }
    });

  return {
    /** A single page that is there already throws SINGLE_URL_DUPLICATED; a website is returned as it is. */
    async add(actor: Actor, input: NewLink): Promise<Item> {
      const checked = checkLinkAddress(input.url, platform.config.linkPrivateHosts);
      if ('error' in checked) throw refusal(checked.error, 'url');
      const { projectId, kind, recrawl } = input;
      const url = checked.address;
      const id = await sync.write(actor.companyId, async (tx) => {
        const project = await tx.get('projects', projectId);
        const role = project && (await tx.roleIn(project.space, actor.userId));
        if (!role) throw new CallError('PROJECT_NOT_FOUND');
        if (role === 'viewer') throw new CallError('NO_PERMISSION');
        const present = await linkOfAddress(platform, tx, { projectId, itemType: kind, url });
        if (present && kind === 'website') return present.id;
        if (present) throw refusal('SINGLE_URL_DUPLICATED', 'url');
        const isWebsite = kind === 'website';
        const made = newId(platform.clock.now());
        await changeDoc(tx, actor, policy, made, {
          ...BLANK_ITEM,
          space: spaceOf('project', projectId),
          projectId,
          itemType: kind,
          title: truncate(url, LIMITS.fileName.max),
          url,
          crawlStatus: 'waiting',
          depth: isWebsite ? input.depth : 0,
          pageLimit: isWebsite ? input.pageLimit : 0,
          recrawl,
          addedBy: actor.userId,
          createdAt: platform.clock.now(),
        });
        return made;
      });
      return visibleOr(sync, actor, 'projectItems', id, NOT_FOUND[kind]);
    },

    searchWebsites: (actor: Actor, input: ParsedInput<typeof linkCalls.searchWebsites>) =>
      search(actor, input.projectId, input, 'website'),
    searchSinglePages: (actor: Actor, input: ParsedInput<typeof linkCalls.searchSinglePages>) =>
      search(actor, input.projectId, input, 'singleUrl'),
    async searchPages(actor: Actor, input: ParsedInput<typeof linkCalls.searchPages>) {
      typed(await visibleOr(sync, actor, 'projectItems', input.websiteId, 'WEBSITE_NOT_FOUND'), ['website']);
      return listVisible(platform, actor, 'projectItems', input, {
        where: { parentId: input.websiteId },
        byPosition: true,
      });
    },

    remove,

    /** Reads a link again. Throws CRAWL_ALREADY_RUNNING. */
    restart: (actor: Actor, id: string, itemType: LinkType): Promise<void> =>
      sync.write(actor.companyId, async (tx) => {
        const codes = { missing: NOT_FOUND[itemType] };
        const item = typed(await ableOr(tx, actor, 'projectItems', id, 'update', codes), [itemType]);
        refuseWhileReading(item);
        if (itemType === 'websiteUrl') {
          const website = await tx.get('projectItems', item.parentId);
          if (website) refuseWhileReading(website);
        }
        if (itemType !== 'websiteUrl' && (await linkOfAddress(platform, tx, item)))
          throw new CallError('SINGLE_URL_DUPLICATED');
        await startReading(platform, tx, item, actor.userId);
      }),

    /** Ends the reading of a link, if it is being read. */
    async cancel(actor: Actor, id: string): Promise<void> {
      const item = await sync.read(actor.companyId, (tx) =>
        ableOr(tx, actor, 'projectItems', id, 'update', { missing: 'WEBSITE_NOT_FOUND' }),
      );
      typed(item, ['website', 'singleUrl', 'websiteUrl']);
      await runs.cancelOf(actor.companyId, item.itemType === 'website' ? CRAWL_RUN : READ_RUN, id);
    },
  };
}
