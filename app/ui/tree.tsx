import type { ReactNode } from 'react';
import { Button as AriaButton, Tree as AriaTree, TreeItem, TreeItemContent, type Key } from 'react-aria-components';
import { ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { cx } from './cx';

export interface TreeNode {
  id: string;
  label: string;
  icon?: ReactNode;
  /** at the right */
  meta?: ReactNode;
  children?: TreeNode[];
}

export interface TreeProps {
  label: string;
  nodes: readonly TreeNode[];
  /** ids open at first */
  defaultExpanded?: string[];
  selected?: string | null;
  onSelect?: (id: string) => void;
}

function Node({ node }: { node: TreeNode }) {
  const { t } = useTranslation('common');
  return (
    <TreeItem id={node.id} textValue={node.label} className="focus-ring group cursor-default rounded-control text-14 data-hovered:bg-hover data-selected:bg-accent-tint data-selected:text-accent-ink">
      <TreeItemContent>
        {({ hasChildItems, isExpanded, level }) => (
          <span className="flex min-h-10 items-center gap-1.5 pr-2" style={{ paddingLeft: `${(level - 1) * 20 + 4}px` }}>
            {hasChildItems ? (
              <AriaButton slot="chevron" aria-label={t(isExpanded ? 'collapse' : 'expand')} className="focus-ring flex size-6 items-center justify-center rounded-control text-ink-muted">
                <ChevronRight aria-hidden size={16} className={cx('transition-transform', isExpanded && 'rotate-90')} />
              </AriaButton>
            ) : (
              <span className="size-6" />
            )}
            {node.icon && <span aria-hidden className="text-ink-muted">{node.icon}</span>}
            <span className="flex-1 truncate">{node.label}</span>
            {node.meta && <span className="text-12 text-ink-muted">{node.meta}</span>}
          </span>
        )}
      </TreeItemContent>
      {node.children?.map((child) => <Node key={child.id} node={child} />)}
    </TreeItem>
  );
}

/** Things within things. */
export function Tree({ label, nodes, defaultExpanded, selected, onSelect }: TreeProps) {
  return (
    <AriaTree
      aria-label={label}
      {...(defaultExpanded ? { defaultExpandedKeys: defaultExpanded } : {})}
      {...(onSelect
        ? { selectionMode: 'single' as const, selectionBehavior: 'replace' as const, selectedKeys: selected ? [selected] : [], onSelectionChange: (keys: 'all' | Set<Key>) => { if (keys !== 'all') for (const key of keys) onSelect(String(key)); } }
        : {})}
      className="flex flex-col outline-none"
    >
      {nodes.map((node) => <Node key={node.id} node={node} />)}
    </AriaTree>
  );
}
