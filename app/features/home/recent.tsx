import { FileText, Mic } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { meetingTime } from '~/features/meeting/group-by-day';
import { paths } from '~/paths';
import { useQuery, useStatus } from '~/replica/hooks';
import { ListRow } from '~/ui/data/list-row';
import { SkeletonRows } from '~/ui/feedback/skeleton';
import { Written } from '~/i18n/written';
import { RecentSection } from './recent-section';

interface Item {
  id: string;
  href: string;
  title: string;
  detail: string;
  at: number;
}

function Section({
  title,
  href,
  items,
  icon,
  empty,
}: {
  title: string;
  href: string;
  items: Item[] | undefined;
  icon: ReactNode;
  empty: string;
}) {
  // before the first sync has ended, an empty list does not mean that the person has nothing
  const { firstSync } = useStatus();
  return (
    <RecentSection title={title} href={href}>
      {!items ? (
        <SkeletonRows rows={3} />
      ) : items.length === 0 ? (
        !firstSync && <p className="px-2 py-3 text-13 leading-relaxed text-ink-muted">{empty}</p>
      ) : (
        <ul>
          {items.map((i) => (
            <li key={i.id}>
              <ListRow
                href={i.href}
                icon={icon}
                title={<Written text={i.title} />}
                detail={<Written text={i.detail} />}
                at={i.at}
              />
            </li>
          ))}
        </ul>
      )}
    </RecentSection>
  );
}

/** Recent notes and meetings. */
export function Recent() {
  const { t } = useTranslation(['shell', 'common']);
  const notes = useQuery({ kind: 'find', collection: 'notes', sort: [{ recency: 'asc' }], limit: 5 });
  const meetings = useQuery({ kind: 'find', collection: 'meetings', sort: [{ recency: 'asc' }], limit: 5 });
  const untitled = t('common:untitled');
  return (
    <div className="grid gap-x-10 gap-y-8 lg:grid-cols-2">
      <Section
        title={t('shell:home.recentNotes')}
        href={paths.projects()}
        icon={<FileText size={18} />}
        empty={t('shell:home.noNotes')}
        items={notes?.map((n) => ({
          id: n.id,
          href: paths.noteDetail(n.projectId, n.id),
          title: n.title || untitled,
          detail: n.snippet || t('shell:kind.notes'),
          at: n.updatedAt,
        }))}
      />
      <Section
        title={t('shell:home.recentMeetings')}
        href={paths.meetings()}
        icon={<Mic size={18} />}
        empty={t('shell:home.noMeetings')}
        items={meetings?.map((m) => ({
          id: m.id,
          href: paths.meeting(m.id),
          title: m.title || untitled,
          detail: t('shell:home.participants', { count: m.participants.length }),
          at: meetingTime(m),
        }))}
      />
    </div>
  );
}
