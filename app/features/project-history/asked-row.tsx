import { Link } from '@remix-run/react';
import { Bot, FileText, FlaskConical, MessageSquare, type LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { nameOfPerson, type People } from '~/features/people/use-people';
import { paths } from '~/paths';
import { Moment } from '~/ui/data/relative-time';
import type { Canvas } from '../../../sync/model/kinds/canvases';
import type { Thread } from '../../../sync/model/kinds/threads';

const ICONS: Partial<Record<Thread['kind'], LucideIcon>> = { research: FlaskConical, task: Bot };

/** A chat or research of the project that this person may read: who asked, and when. It is known from this device. */
export function AskedRow({ thread, people }: { thread: Thread; people: People }) {
  return (
    <KnownRow
      event={thread.kind === 'research' ? 'researched' : 'asked'}
      row={thread}
      icon={ICONS[thread.kind] ?? MessageSquare}
      to={paths.thread(thread)}
      people={people}
    />
  );
}

/** A document made from an answer in such a chat. */
export function CanvasRow({ canvas, projectId, people }: { canvas: Canvas; projectId: string; people: People }) {
  return (
    <KnownRow event="canvas" row={canvas} icon={FileText} to={paths.canvas(canvas.id, projectId)} people={people} />
  );
}

function KnownRow({
  event,
  row: { creatorId, title, createdAt },
  icon: Icon,
  to,
  people,
}: {
  event: 'asked' | 'researched' | 'canvas';
  row: { creatorId: string; title: string; createdAt: number };
  icon: LucideIcon;
  to: string;
  people: People;
}) {
  const { t } = useTranslation('history');
  return (
    <li className="flex items-start gap-3 border-b border-line px-2 py-2.5 last:border-0">
      <Icon aria-hidden size={18} className="mt-0.5 shrink-0 text-ink-muted" />
      <div className="flex min-w-0 flex-1 flex-col gap-0.5">
        <p className="text-14 break-words text-ink-strong">
          <Link to={to} className="focus-ring rounded-xs hover:underline">
            {t(`event.${event}`, { name: nameOfPerson(people, creatorId, t('formerMember')), title })}
          </Link>
        </p>
        <p className="tabular text-12 text-ink-muted">
          <Moment at={createdAt} />
        </p>
      </div>
    </li>
  );
}
