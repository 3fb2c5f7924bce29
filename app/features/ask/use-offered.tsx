/** The options that `@` opens in the field of a question: documents of this device, and on the home screen agents. */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Written } from '~/i18n/written';
import { matches } from '~/ui/controls/match-words';
import type { ContextItem } from './draft';
import { contextIcon, FOUND_MAX, RECENT_MAX, useContextOptions } from './use-context-options';

/** An agent that a question can be asked. */
export interface AgentOption {
  id: string;
  title: string;
  /** its picture */
  icon: ReactNode;
}

export type Offered = {
  /** of the option */
  key: string;
  title: string;
  /** the project of the document, or its kind */
  note: ReactNode;
  icon: ReactNode;
} & ({ document: ContextItem } | { agent: AgentOption });

/** The first few agents whose names match the query; without a query the first few of all. */
export const agentsNamed = <Agent extends AgentOption>(query: string, agents: readonly Agent[]): Agent[] =>
  agents.filter(({ title }) => matches(query, title)).slice(0, RECENT_MAX);

/**
 * Documents first, then agents; undefined until the queries have values.
 *
 * @param query null while the picker is closed
 * @param chosen documents that are the context of the question already
 */
export function useOffered(
  query: string | null,
  chosen: readonly ContextItem[],
  agents: readonly AgentOption[],
): Offered[] | undefined {
  const { t } = useTranslation(['ask', 'common', 'shell']);
  const documents = useContextOptions(query);
  if (query === null || !documents) return query === null ? [] : undefined;
  const named = agentsNamed(query, agents);
  return [
    ...documents
      .filter(({ id }) => !chosen.some((each) => each.id === id))
      .slice(0, FOUND_MAX - named.length)
      .map((option): Offered => {
        const { kind, id, itemType, place } = option;
        const Icon = contextIcon(option);
        const title = option.title || t('common:untitled');
        return {
          key: `${kind}/${id}`,
          title,
          note: place ? <Written text={place} /> : t(`shell:kind.${itemType || kind}`),
          icon: <Icon aria-hidden size={16} className="shrink-0 text-ink-muted" />,
          document: { kind, id, title },
        };
      }),
    ...named.map((agent): Offered => ({
      key: `agents/${agent.id}`,
      title: agent.title,
      note: t('ask:context.agent'),
      icon: agent.icon,
      agent,
    })),
  ];
}
