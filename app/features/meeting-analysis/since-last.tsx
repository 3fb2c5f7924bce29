import { Link } from '@remix-run/react';
import { ListPlus, Square, SquareCheck } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { textOf } from '~/features/note-editor/open-text';
import { plainMarkdown } from '~/features/meeting/append-to-note';
import { useAddToNote } from '~/features/meeting/use-add-to-note';
import { Written } from '~/i18n/written';
import { paths } from '~/paths';
import { useQuery } from '~/replica/hooks';
import { Button } from '~/ui/controls/button';
import { RelativeTime } from '~/ui/data/relative-time';
import { meetingNoteId } from '../../../sync/model/ids';
import type { Meeting } from '../../../sync/model/kinds/meetings';
import type { Summary, SummaryItem } from '../../../sync/model/kinds/summaries';
import { actionsOf, beginOf, carriedOver, previousOf } from './series';

/** The text of a meeting's note as Markdown, updated when it changes; undefined until it is read. */
function useNoteText(meetingId: string): string | undefined {
  const contentId = meetingNoteId(meetingId);
  const content = useQuery({ kind: 'one', collection: 'noteContents', id: contentId });
  const [text, setText] = useState<string>();
  const rev = content === undefined ? undefined : (content?.rev ?? '');
  useEffect(() => {
    if (rev === undefined) return undefined;
    let isOver = false;
    textOf(contentId, 'markdown')
      .then((read) => !isOver && setText(read))
      .catch(() => !isOver && setText(''));
    return () => {
      isOver = true;
    };
  }, [contentId, rev]);
  return text;
}

const NONE: readonly SummaryItem[] = [];

/** Results of the last meeting of the series: its decisions and actions, new participants, and open actions. */
export function SinceLast({ meeting, summary }: { meeting: Meeting; summary: Summary | null }) {
  const all = useQuery(
    meeting.projectId
      ? { kind: 'find', collection: 'meetings', selector: { projectId: meeting.projectId } }
      : { kind: 'find', collection: 'meetings' },
  );
  const last = useMemo(() => (all ? previousOf(meeting, all) : null), [all, meeting]);
  return last && <Shown key={last.id} meeting={meeting} summary={summary} last={last} />;
}

function Shown({ meeting, summary, last }: { meeting: Meeting; summary: Summary | null; last: Meeting }) {
  const { t } = useTranslation('summary');
  const { isReady, add } = useAddToNote(meeting.id);
  const before = useQuery({ kind: 'one', collection: 'summaries', id: last.id });
  const [lastNote, note] = [useNoteText(last.id), useNoteText(meeting.id)];
  const actions = useMemo(() => actionsOf(lastNote ?? '', before?.items ?? NONE), [lastNote, before]);
  const open = useMemo(() => carriedOver(actions, note ?? ''), [actions, note]);
  if (before === undefined || lastNote === undefined || note === undefined) return null;
  const decisionsOf = (of: Summary | null) => (of?.items ?? NONE).filter(({ kind }) => kind === 'decision');
  const names = (of: Meeting) => new Set(of.participants.map(({ userId, name }) => userId || name));
  const [then, now] = [names(last), names(meeting)];
  const came = meeting.participants.filter(({ userId, name }) => !then.has(userId || name)).map(({ name }) => name);
  const missing = last.participants.filter(({ userId, name }) => !now.has(userId || name)).map(({ name }) => name);
  const carry = () => add(open.map(({ text }) => `- [ ] ${plainMarkdown(text)}`).join('\n'));
  return (
    <section className="flex flex-col gap-4" aria-label={t('since.title')} data-since-last={last.id}>
      <div>
        <h2 className="text-16 font-semibold text-ink-strong">{t('since.title')}</h2>
        <p className="text-13 text-ink-muted">
          <Link to={paths.meeting(last.id)} className="focus-ring rounded-control text-accent-ink underline">
            <Written text={last.title} />
          </Link>{' '}
          · <RelativeTime at={beginOf(last)} />
        </p>
      </div>
      {actions.length > 0 && (
        <div className="flex flex-col gap-2">
          <h3 className="text-14 font-medium text-ink-strong">{t('since.actions')}</h3>
          <ul className="flex flex-col gap-1.5">
            {actions.map(({ text, isDone }) => (
              <li key={text} className="flex items-start gap-2 text-14 text-ink">
                {isDone ? (
                  <SquareCheck aria-label={t('since.done')} size={16} className="mt-0.5 shrink-0 text-success-ink" />
                ) : (
                  <Square aria-label={t('since.open')} size={16} className="mt-0.5 shrink-0 text-ink-muted" />
                )}
                <span className={isDone ? 'text-ink-muted line-through' : ''}>
                  <Written text={text} />
                </span>
              </li>
            ))}
          </ul>
          {open.length > 0 && meeting.abilities.includes('update') && (
            <div>
              <Button
                size="small"
                icon={<ListPlus aria-hidden size={14} />}
                isDisabled={!isReady}
                onPress={() => void carry()}
              >
                {t('since.carry', { count: open.length })}
              </Button>
            </div>
          )}
        </div>
      )}
      <Decisions title={t('since.decidedThen')} items={decisionsOf(before)} />
      <Decisions title={t('since.decidedNow')} items={decisionsOf(summary)} />
      {came.length > 0 && <p className="text-14 text-ink">{t('since.came', { names: came.join(t('since.comma')) })}</p>}
      {missing.length > 0 && (
        <p className="text-14 text-ink">{t('since.missing', { names: missing.join(t('since.comma')) })}</p>
      )}
    </section>
  );
}

const Decisions = ({ title, items }: { title: string; items: readonly SummaryItem[] }) =>
  items.length === 0 ? null : (
    <div className="flex flex-col gap-2">
      <h3 className="text-14 font-medium text-ink-strong">{title}</h3>
      <ul className="list-disc pl-5 text-14 text-ink">
        {items.map(({ id, text }) => (
          <li key={id}>
            <Written text={text} />
          </li>
        ))}
      </ul>
    </div>
  );
