import type { ReactNode } from 'react';
import {
  Button as AriaButton,
  DropIndicator,
  Tree as AriaTree,
  TreeItem,
  TreeItemContent,
  useDragAndDrop,
  type Key,
} from 'react-aria-components';
import { ChevronRight, GripVertical } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { cx } from '../cx';

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
  /** ids expanded initially */
  defaultExpanded?: string[];
  selected?: string | null;
  /** on Enter, Space or a press; the arrow keys move the focus only */
  onSelect?: (id: string) => void;
  /** Called when a node is dropped into another, or at the root (''). With the keyboard: Enter on the handle, Tab to the target, Enter. */
  onMove?: (id: string, intoId: string) => void;
}

function Node({ node, movable }: { node: TreeNode; movable: boolean }) {
  const { t } = useTranslation('common');
  return (
    <TreeItem
      id={node.id}
      textValue={node.label}
      className="focus-ring group cursor-default rounded-control text-14 data-hovered:bg-hover data-selected:bg-accent-tint data-selected:text-accent-ink data-drop-target:outline-2 data-drop-target:outline-accent data-dragging:opacity-45"
    >
      <TreeItemContent>
        {({ hasChildItems, isExpanded, level }) => (
          <span
            className="flex min-h-10 items-center gap-1.5 pr-2"
            style={{ paddingLeft: `${(level - 1) * 20 + 4}px` }}
          >
            {hasChildItems ? (
              <AriaButton
                slot="chevron"
                aria-label={t(isExpanded ? 'collapse' : 'expand')}
                className="focus-ring flex size-6 shrink-0 items-center justify-center rounded-control text-ink-muted"
              >
                <ChevronRight aria-hidden size={16} className={cx('transition-transform', isExpanded && 'rotate-90')} />
              </AriaButton>
            ) : (
              <span className="size-6 shrink-0" />
            )}
            {node.icon && (
              <span aria-hidden className="text-ink-muted">
                {node.icon}
              </span>
            )}
            <span className="min-w-0 flex-1 truncate">{node.label}</span>
            {node.meta && <span className="text-12 text-ink-muted">{node.meta}</span>}
            {movable && (
              <AriaButton
                slot="drag"
                className="focus-ring flex size-6 shrink-0 items-center justify-center rounded-control text-ink-faint opacity-0 data-focus-visible:opacity-100 group-data-hovered:opacity-100 group-data-focus-visible:opacity-100 [@media(hover:none)]:opacity-100"
              >
                <GripVertical aria-hidden size={14} />
              </AriaButton>
            )}
          </span>
        )}
      </TreeItemContent>
      {node.children?.map((child) => (
        <Node key={child.id} node={child} movable={movable} />
      ))}
    </TreeItem>
  );
}

const TYPE = 'satchel-tree-node';

/** Nested nodes that expand, with optional drag and drop. */
export function Tree({ label, nodes, defaultExpanded, selected, onSelect, onMove }: TreeProps) {
  const move = async (
    items: Iterable<{ kind: string; getText?: (type: string) => Promise<string> }>,
    intoId: string,
  ): Promise<void> => {
    for (const item of items) {
      const id = await item.getText?.(TYPE);
      if (id && id !== intoId) onMove?.(id, intoId);
    }
  };
  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (keys) => [...keys].map((key) => ({ [TYPE]: String(key), 'text/plain': String(key) })),
    acceptedDragTypes: [TYPE],
    getDropOperation: (target, types, allowed) =>
      types.has(TYPE) && (target.type === 'root' || target.dropPosition === 'on') && allowed.includes('move')
        ? 'move'
        : 'cancel',
    onItemDrop: ({ items, target }) => void move(items as never, String(target.key)),
    onRootDrop: ({ items }) => void move(items as never, ''),
    renderDropIndicator: (target) => (
      <DropIndicator target={target} className="data-drop-target:h-0.5 data-drop-target:bg-accent" />
    ),
  });
  return (
    <AriaTree
      aria-label={label}
      {...(defaultExpanded ? { defaultExpandedKeys: defaultExpanded } : {})}
      {...(onMove ? { dragAndDropHooks } : {})}
      {...(onSelect
        ? {
            selectionMode: 'single' as const,
            disallowEmptySelection: true,
            selectedKeys: selected ? [selected] : [],
            onSelectionChange: (keys: 'all' | Set<Key>) => {
              if (keys !== 'all') for (const key of keys) onSelect(String(key));
            },
          }
        : {})}
      className="flex flex-col rounded-control outline-none data-drop-target:bg-accent-tint"
    >
      {nodes.map((node) => (
        <Node key={node.id} node={node} movable={Boolean(onMove)} />
      ))}
    </AriaTree>
  );
}
