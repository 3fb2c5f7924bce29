/** The departments. A list of links before the scripts have loaded, then a tree with arrow keys and drag and drop. */
import { Link, useFetcher, useNavigate } from '@remix-run/react';
import { Folder, Users } from 'lucide-react';
import { useEffect, useState, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { useConsoleAccount } from '~/features/admin/console-form';
import { useConsole } from '~/features/admin/state';
import { paths } from '~/paths';
import { Banner } from '~/ui/feedback/banner';
import { cx } from '~/ui/cx';
import type { TreeNode, TreeProps } from '~/ui/data/tree';
import type { DepartmentNode } from '../../../server/organization/departments/contract';
import type { OrganizationData } from './load';
import type { ActionResult } from './result';
import { NOWHERE } from './url-state';
import { useMessages } from './messages';

/** maximum number of departments that are all expanded at first */
const OPEN_ALL = 60;

const idsOf = (nodes: readonly DepartmentNode[]): string[] =>
  nodes.flatMap((node) => [node.id, ...idsOf(node.children)]);

export function DepartmentTree({ data }: { data: OrganizationData }) {
  const { t } = useTranslation('admin');
  const messageOf = useMessages();
  const navigate = useNavigate();
  const account = useConsoleAccount();
  const { reason } = useConsole();
  const moving = useFetcher<ActionResult>();
  // if the tree cannot be loaded, the list stays
  const [Tree, setTree] = useState<ComponentType<TreeProps>>();
  useEffect(() => {
    import('~/ui/data/tree').then(
      ({ Tree: loaded }) => setTree(() => loaded),
      () => undefined,
    );
  }, []);
  const failed = moving.state === 'idle' ? moving.data?.failed : undefined;
  const all = idsOf(data.departments);
  return (
    <>
      {failed && (
        <Banner kind="danger" live="alert" className="mb-2">
          {messageOf(failed.error || Object.values(failed.fields)[0], failed.params)}
        </Banner>
      )}
      {Tree ? (
        <Tree
          // a moved or new department is scrolled into view
          key={all.join(' ')}
          label={t('organization.departments')}
          nodes={data.departments.map(shown)}
          defaultExpanded={all.length <= OPEN_ALL ? all : data.departments.map((d) => d.id)}
          selected={data.shown}
          onSelect={(id) => {
            if (id !== data.shown) navigate(paths.admin.organization({ department: id }), { preventScrollReset: true });
          }}
          {...(reason === null
            ? {
                onMove: (id: string, parentId: string) =>
                  moving.submit(
                    { account, intent: 'move', id, parentId },
                    { method: 'post', action: paths.admin.organization({ department: id }) },
                  ),
              }
            : {})}
        />
      ) : (
        <Links nodes={data.departments} shown={data.shown} level={0} />
      )}
      {data.unassigned > 0 && (
        <div className="mt-2 border-t border-line pt-2">
          <Link
            to={paths.admin.organization({ department: NOWHERE })}
            preventScrollReset
            aria-current={data.shown === NOWHERE ? 'page' : undefined}
            className={cx(
              'focus-ring flex min-h-10 items-center gap-1.5 rounded-control pl-[34px] pr-[38px] text-14 transition-colors',
              data.shown === NOWHERE ? 'bg-accent-tint text-accent-ink' : 'hover:bg-hover',
            )}
          >
            <Users aria-hidden size={16} className="text-ink-muted" />
            <span className="min-w-0 flex-1 truncate">{t('organization.unassigned')}</span>
            <span className="tabular text-12 text-ink-muted">{data.unassigned}</span>
          </Link>
        </div>
      )}
    </>
  );

  function shown(node: DepartmentNode): TreeNode {
    return {
      id: node.id,
      label: node.name,
      icon: <Folder size={16} />,
      meta: (
        <span className="tabular" title={t('organization.counts', { count: node.members, total: node.totalMembers })}>
          {node.totalMembers}
        </span>
      ),
      children: node.children.map(shown),
    };
  }
}

/** The same rows as the tree's, so that the layout does not shift when it loads. */
function Links({ nodes, shown, level }: { nodes: readonly DepartmentNode[]; shown: string; level: number }) {
  return (
    <ul>
      {nodes.map((node) => (
        <li key={node.id}>
          <Link
            to={paths.admin.organization({ department: node.id })}
            aria-current={node.id === shown ? 'page' : undefined}
            style={{ paddingLeft: `${level * 20 + 34}px` }}
            className={cx(
              'focus-ring flex min-h-10 items-center gap-1.5 rounded-control pr-[38px] text-14',
              node.id === shown ? 'bg-accent-tint text-accent-ink' : 'hover:bg-hover',
            )}
          >
            <Folder aria-hidden size={16} className="text-ink-muted" />
            <span className="min-w-0 flex-1 truncate">{node.name}</span>
            <span className="tabular text-12 text-ink-muted">{node.totalMembers}</span>
          </Link>
          {node.children.length > 0 && <Links nodes={node.children} shown={shown} level={level + 1} />}
        </li>
      ))}
    </ul>
  );
}
