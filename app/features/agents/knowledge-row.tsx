import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { KIND_ICONS } from '~/features/lists/kind-icons';
import { Written } from '~/i18n/written';
import { paths } from '~/paths';
import { useQuery } from '~/replica/hooks';
import type { AgentKnowledge } from '../../../sync/model/kinds/agents';

/** A document that an agent knows: a link with its present title if the person may open it; otherwise its name. */
export function KnowledgeRow({ item: { kind, id, title: chosenAs } }: { item: AgentKnowledge }) {
  const { t } = useTranslation(['common', 'shell']);
  const doc = useQuery({ kind: 'one', collection: kind, id });
  const Icon = KIND_ICONS[kind];
  const title = doc?.title || chosenAs || t('common:untitled');
  return (
    <li className="flex min-h-10 items-center gap-3 border-b border-line last:border-0">
      <Icon aria-hidden size={16} className="shrink-0 text-ink-muted" />
      <span className="flex min-w-0 flex-1 text-14 text-ink-strong">
        {doc ? (
          <Link
            to={
              'itemType' in doc
                ? paths.projectItem(doc.projectId, id, doc.itemType)
                : paths.document(kind as Exclude<typeof kind, 'projectItems'>, {
                    id,
                    ...('projectId' in doc ? { projectId: doc.projectId } : {}),
                  })
            }
            className="focus-ring truncate rounded-control py-1 hover:underline"
          >
            <Written text={title} />
          </Link>
        ) : (
          <span className="truncate">
            <Written text={title} />
          </span>
        )}
      </span>
      <span className="shrink-0 text-12 text-ink-muted">{t(`shell:kind.${kind}`)}</span>
    </li>
  );
}
