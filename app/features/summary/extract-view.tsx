/** Extracts of the transcript without a language model (decision 103), labelled as such and not as a summary. */
import { Check, CircleCheck, Square, SquareCheck, X } from 'lucide-react';
import { useMemo, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { clockText } from '~/features/recorder/format';
import { paths } from '~/paths';
import { useQuery } from '~/replica/hooks';
import { useStoredText } from '~/replica/stored-text';
import { Button, LinkButton } from '~/ui/controls/button';
import { IconButton } from '~/ui/controls/icon-button';
import { SkeletonRows } from '~/ui/feedback/skeleton';
import { Written } from '~/i18n/written';
import type { Candidate } from '../../../sync/meeting/cue-words';
import type { FoundLine, FoundMoment, MeetingExtract } from '../../../sync/meeting/extract';
import type { Noted } from '../../../sync/meeting/noted';
import type { Meeting } from '../../../sync/model/kinds/meetings';
import { placeIdOf } from '../../../sync/model/kinds/summaries';
import { sectionsOf } from '../../../sync/model/summary-templates';
import { plainMarkdown } from '../meeting/append-to-note';
import { useAddToNote } from '../meeting/use-add-to-note';
import { candidateKey, useDismissed } from './dismissed';
import { MomentMark } from './moment-mark';
import type { PlaceOf } from './moments';
import { PlaceLine } from './place-line';
import { DEFAULT_TEMPLATE } from './template-button';
import { TemplatePicker } from '../templates/template-picker';
import { useTemplate } from '../templates/use-template';

/** least number of topics that are shown, as a single topic is the whole meeting */
const TOPICS_MIN = 2;

interface Parts {
  meeting: Meeting;
  placeOf: PlaceOf;
}

export function ExtractView({ meeting, placeOf, hasTranscript }: Parts & { hasTranscript: boolean }) {
  const { t } = useTranslation('summary');
  const chosen = useStoredText(`meeting-template/${meeting.id}`);
  const template = useTemplate(chosen.text ?? DEFAULT_TEMPLATE, meeting.language);
  const headings = useMemo(() => (template ? sectionsOf(template.content) : []), [template]);
  const isRead = chosen.text !== undefined && template !== undefined;
  const query = useMemo(
    () => (isRead ? ({ kind: 'meetingExtract', meetingId: meeting.id, headings } as const) : null),
    [isRead, meeting.id, headings],
  );
  const now = useQuery(query);
  // keep the present extract while the headings of another template are looked up
  const last = useRef<{ meetingId: string; extract: MeetingExtract | null } | undefined>(undefined);
  if (now !== undefined) last.current = { meetingId: meeting.id, extract: now };
  const extract = last.current?.meetingId === meeting.id ? last.current.extract : undefined;
  if (extract === undefined) return <SkeletonRows rows={4} />;
  if (extract === null) return null;
  const { candidates, noted, moments, lines, topics } = extract;
  const found = extract.headings.filter(({ segmentIds }) => segmentIds.length > 0);
  return (
    <div className="flex flex-col gap-8" data-extract>
      {hasTranscript && <p className="text-13 text-ink-muted">{t('extract.text')}</p>}
      <NotedList meeting={meeting} noted={noted} />
      <Candidates meeting={meeting} candidates={candidates} placeOf={placeOf} />
      <Lines title={t('extract.moments')} hint={t('extract.momentsHint')} lines={moments} {...{ meeting, placeOf }} />
      <Lines title={t('extract.lines')} hint={t('extract.linesHint')} lines={lines} {...{ meeting, placeOf }} />
      <Topics topics={topics} {...{ meeting, placeOf }} />
      {hasTranscript && (
        // also shown without results, so that another template can be chosen
        <Headings
          title={template?.title}
          lines={now && found}
          onChoose={(id) => chosen.store(() => id)}
          {...{ meeting, placeOf }}
        />
      )}
    </div>
  );
}

function Part({ title, hint, children }: { title: string; hint?: string | undefined; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-3">
      <div>
        <h3 className="text-16 font-semibold text-ink-strong">{title}</h3>
        {hint && <p className="text-13 text-ink-muted">{hint}</p>}
      </div>
      {children}
    </section>
  );
}

function Lines({ title, hint, lines, ...parts }: Parts & { title: string; hint: string; lines: readonly FoundLine[] }) {
  if (lines.length === 0) return null;
  return (
    <Part title={title} hint={hint}>
      <LineList lines={lines} {...parts} />
    </Part>
  );
}

/** Passages by the headings of a template that the person chooses. */
function Headings({
  title,
  lines,
  onChoose,
  ...parts
}: Parts & {
  /** title of the template; undefined if it is not available */
  title: string | undefined;
  /** undefined while they are looked up */
  lines: readonly FoundLine[] | null | undefined;
  onChoose: (templateId: string) => void;
}) {
  const { t } = useTranslation('summary');
  const [isPicking, setPicking] = useState(false);
  const none = t(title === undefined ? 'extract.templateMissing' : 'extract.headingsNone');
  return (
    <Part
      title={title === undefined ? t('template.label') : t('extract.headings', { title })}
      hint={lines?.length === 0 ? none : undefined}
    >
      <div>
        <Button size="small" onPress={() => setPicking(true)}>
          {t('extract.template')}
        </Button>
      </div>
      {lines ? <LineList lines={lines} {...parts} /> : <SkeletonRows rows={2} />}
      {isPicking && (
        <TemplatePicker
          language={parts.meeting.language}
          onChoose={(id) => {
            setPicking(false);
            onChoose(id);
          }}
          onClose={() => setPicking(false)}
        />
      )}
    </Part>
  );
}

function LineList({ lines, meeting, placeOf }: Parts & { lines: readonly (FoundLine | FoundMoment)[] }) {
  const { t } = useTranslation('meeting');
  return (
    <ul className="flex flex-col gap-4">
      {lines.map((found, i) => {
        const momentId = 'momentId' in found ? found.momentId : '';
        return (
          <li key={momentId || `${i}/${found.line}`} className="flex flex-col gap-1.5">
            <p className="text-14 font-medium text-ink-strong">
              {found.line ? <Written text={found.line} /> : t('moments.bookmark')}
              {momentId && (
                <MomentMark meetingId={meeting.id} placeId={momentId} quote={found.line} placeOf={placeOf} />
              )}
            </p>
            {found.segmentIds.length > 0 && (
              <div className="flex flex-col gap-1.5 border-l-2 border-line pl-3">
                {found.segmentIds.map((segmentId) => (
                  <PlaceLine key={segmentId} meetingId={meeting.id} placeId={segmentId} placeOf={placeOf} />
                ))}
              </div>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** Decisions and actions of the note, which need no confirmation. */
function NotedList({ meeting, noted }: { meeting: Meeting; noted: readonly Noted[] }) {
  const { t } = useTranslation('summary');
  if (noted.length === 0) return null;
  return (
    <Part title={t('extract.noted')} hint={t('extract.notedHint')}>
      <ul className="flex flex-col gap-2" data-noted>
        {noted.map(({ kind, text, isDone }, i) => {
          const Icon = kind === 'decision' ? CircleCheck : isDone ? SquareCheck : Square;
          return (
            <li key={`${i}/${text}`} className="flex items-start gap-2 text-14 leading-relaxed text-ink">
              <Icon
                aria-label={t(isDone ? 'since.done' : kind === 'decision' ? 'items.decision' : 'since.open')}
                size={16}
                className="mt-1 shrink-0 text-ink-muted"
              />
              <span className={isDone ? 'text-ink-muted line-through' : ''}>
                <Written text={text} />
              </span>
            </li>
          );
        })}
      </ul>
      <div>
        <LinkButton size="small" variant="quiet" href={paths.meeting(meeting.id)}>
          {t('moment.notes')}
        </LinkButton>
      </div>
    </Part>
  );
}

function Candidates({ meeting, candidates, placeOf }: Parts & { candidates: readonly Candidate[] }) {
  const { t } = useTranslation('summary');
  const { isReady, add } = useAddToNote(meeting.id);
  const { dismissed, dismiss } = useDismissed(meeting.id);
  const canWrite = meeting.abilities.includes('update');
  const open = dismissed ? candidates.filter((each) => !dismissed.has(candidateKey(each))) : [];
  if (open.length === 0) return null;
  const confirm = async (candidate: Candidate) => {
    const words = plainMarkdown(candidate.text);
    const isAdded = await add(
      candidate.kind === 'action' ? `- [ ] ${words}` : `- **${t('extract.decision')}** ${words}`,
    );
    if (isAdded) dismiss(candidateKey(candidate));
  };
  return (
    <Part title={t('extract.candidates')} hint={t('extract.candidatesHint')}>
      <ul className="flex flex-col divide-y divide-line rounded-card border border-line bg-raised">
        {open.map((candidate) => (
          <li
            key={candidateKey(candidate)}
            className="flex items-start gap-3 px-3 py-2.5"
            data-candidate={candidate.kind}
          >
            <div className="min-w-0 flex-1">
              <p className="text-12 font-medium text-ink-muted">{t(`extract.kind.${candidate.kind}`)}</p>
              <PlaceLine
                meetingId={meeting.id}
                placeId={placeIdOf(candidate)}
                text={candidate.text}
                placeOf={placeOf}
              />
            </div>
            {canWrite && (
              <Button
                size="small"
                icon={<Check aria-hidden size={14} />}
                isDisabled={!isReady}
                onPress={() => void confirm(candidate)}
              >
                {t('extract.confirm')}
              </Button>
            )}
            <IconButton
              size="small"
              label={t('extract.dismiss')}
              icon={<X aria-hidden size={16} />}
              onPress={() => dismiss(candidateKey(candidate))}
            />
          </li>
        ))}
      </ul>
    </Part>
  );
}

function Topics({ meeting, topics, placeOf }: Parts & { topics: MeetingExtract['topics'] }) {
  const { t } = useTranslation('summary');
  if (topics.length < TOPICS_MIN) return null;
  return (
    <Part title={t('extract.topics')} hint={t('extract.topicsHint')}>
      <ol className="flex flex-col gap-2">
        {topics.map((topic, i) => (
          <li key={topic.from} className="text-14 text-ink">
            <span className="font-medium text-ink-strong">
              {topic.words.join(' · ') || t('extract.topic', { number: i + 1 })}
            </span>
            <MomentMark
              meetingId={meeting.id}
              placeId={topic.from}
              quote={placeOf(topic.from)?.text ?? clockText(topic.start)}
              placeOf={placeOf}
            />
          </li>
        ))}
      </ol>
    </Part>
  );
}
