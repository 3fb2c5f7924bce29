import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { Written } from '~/i18n/written';
import { paths } from '~/paths';
import { useQuery } from '~/replica/hooks';
import type { Research } from '../../../sync/model/kinds/researches';

/** The question of the research, and the research that it follows. */
export function Question({ research }: { research: Research }) {
  const { t } = useTranslation('research');
  return (
    <div className="flex flex-col gap-1.5">
      <h2 className="whitespace-pre-line break-words text-20 font-semibold text-ink-strong">
        <span className="sr-only">{t('asked')}: </span>
        <Written text={research.question} />
      </h2>
      {research.followsId !== '' && <Followed id={research.followsId} />}
    </div>
  );
}

function Followed({ id }: { id: string }) {
  const { t } = useTranslation('research');
  const earlier = useQuery({ kind: 'one', collection: 'threads', id });
  if (earlier === undefined) return null;
  return (
    <p className="text-13 text-ink-muted">
      {earlier ? (
        <Link to={paths.research(id)} className="focus-ring rounded-xs underline underline-offset-3">
          {t('follows', { title: earlier.title })}
        </Link>
      ) : (
        t('followsHidden')
      )}
    </p>
  );
}
