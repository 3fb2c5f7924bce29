import { useRef, type ReactNode, type RefObject } from 'react';
import { Tab, TabList, TabPanel, Tabs as AriaTabs, type Key } from 'react-aria-components';
import { Link } from '@remix-run/react';
import { cx } from '../cx';
import { useBeforePaint } from './early-input';

export interface TabItem<K extends string = string> {
  id: K;
  label: string;
  /** a number after the label */
  count?: number;
  isDisabled?: boolean;
}

/** Tabs that overflow fade out at the sides. */
const list = 'scroll-hint flex gap-1 overflow-x-auto border-b border-line [scrollbar-width:none]';
/** px */
const NEIGHBOUR = 40;
const tab =
  'focus-ring relative flex h-10 shrink-0 cursor-default items-center gap-1.5 rounded-control px-3 text-14 transition-colors';
const chosen =
  'font-medium text-ink-strong after:absolute after:inset-x-3 after:-bottom-px after:h-0.5 after:rounded-full after:bg-accent';

/** Scrolls a list of tabs so that the chosen one is visible, with a part of its neighbour. Leaves the page where it is. */
function useChosenInView<E extends HTMLElement>(value: string): RefObject<E> {
  const host = useRef<E>(null);
  useBeforePaint(() => {
    const found = host.current?.querySelector('[aria-current="page"], [aria-selected="true"]');
    if (!host.current || !found) return;
    const [outer, inner] = [host.current.getBoundingClientRect(), found.getBoundingClientRect()];
    const before = inner.left - NEIGHBOUR - outer.left;
    const after = inner.right + NEIGHBOUR - outer.right;
    if (before < 0) host.current.scrollLeft += before;
    else if (after > 0) host.current.scrollLeft += after;
  }, [value]);
  return host;
}

function TabText({ item }: { item: TabItem }) {
  return (
    <>
      {item.label}
      {item.count !== undefined && <span className="tabular text-12 text-ink-muted">{item.count}</span>}
    </>
  );
}

export interface TabsProps<K extends string> {
  label: string;
  items: readonly TabItem<K>[];
  value: K;
  onChange: (id: K) => void;
  /** the content of the chosen tab */
  children: ReactNode;
  className?: string;
}

/** Views of one object that share its address. */
export function Tabs<K extends string>({ label, items, value, onChange, children, className }: TabsProps<K>) {
  const host = useChosenInView<HTMLDivElement>(value);
  return (
    <AriaTabs selectedKey={value} onSelectionChange={(key: Key) => onChange(String(key) as K)} className={className}>
      <TabList ref={host} aria-label={label} className={list}>
        {items.map((item) => (
          <Tab
            key={item.id}
            id={item.id}
            isDisabled={item.isDisabled}
            className={({ isSelected }) =>
              cx(
                tab,
                isSelected ? chosen : 'text-ink-muted data-hovered:bg-hover data-hovered:text-ink',
                'data-disabled:opacity-45',
              )
            }
          >
            <TabText item={item} />
          </Tab>
        ))}
      </TabList>
      <TabPanel id={value} className="focus-ring rounded-control pt-4">
        {children}
      </TabPanel>
    </AriaTabs>
  );
}

export interface LinkTabsProps<K extends string> {
  label: string;
  items: readonly (TabItem<K> & { href: string })[];
  value: K;
  className?: string;
}

/** Views of one object, each with an address. */
export function LinkTabs<K extends string>({ label, items, value, className }: LinkTabsProps<K>) {
  const host = useChosenInView<HTMLElement>(value);
  return (
    <nav ref={host} aria-label={label} className={cx(list, className)}>
      {items.map((item) => (
        <Link
          key={item.id}
          to={item.href}
          replace
          preventScrollReset
          aria-current={item.id === value ? 'page' : undefined}
          className={cx(tab, item.id === value ? chosen : 'text-ink-muted hover:bg-hover hover:text-ink')}
        >
          <TabText item={item} />
        </Link>
      ))}
    </nav>
  );
}
