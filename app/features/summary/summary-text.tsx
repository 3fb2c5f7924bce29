import { Copy, History, Pencil } from 'lucide-react';
import { useCallback, useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { AnswerBody } from '~/features/chat/answer-body';
import { withMarkers } from '~/features/chat/answer-pieces';
import { errorText } from '~/features/failures/error-text';
import { run } from '~/replica/client';
import { Button } from '~/ui/controls/button';
import { ICON_IF_NARROW } from '~/ui/controls/button-styles';
import { TextArea } from '~/ui/controls/field';
import { Banner } from '~/ui/feedback/banner';
import { toast } from '~/ui/feedback/toast';
import { RelativeTime } from '~/ui/data/relative-time';
import { Dialog } from '~/ui/overlays/dialog';
import { LANGUAGE_NAMES } from '../../../sync/model/languages';
import { isEdited, placeIdOf, type Summary } from '../../../sync/model/kinds/summaries';
import { MomentMark } from './moment-mark';
import { momentsByNumber, type PlaceOf } from './moments';
import { actionLine, SummaryItems } from './summary-items';

export interface SummaryTextProps {
  meetingId: string;
  summary: Summary;
  placeOf: PlaceOf;
  canWrite: boolean;
  /** the button that requests a new summary */
  rewrite?: ReactNode;
}

/** The text of a summary with its moments, decisions and actions. */
export function SummaryText({ meetingId, summary, placeOf, canWrite, rewrite }: SummaryTextProps) {
  const { t } = useTranslation(['summary', 'common']);
  const [isEditing, setEditing] = useState(false);
  const [showsVersions, setShowsVersions] = useState(false);
  const moments = useMemo(() => momentsByNumber(summary.moments ?? []), [summary.moments]);
  const draw = useCallback(
    (n: number) => {
      const moment = moments.get(n);
      return moment ? (
        <MomentMark meetingId={meetingId} placeId={placeIdOf(moment)} quote={moment.quote} placeOf={placeOf} />
      ) : null;
    },
    [moments, meetingId, placeOf],
  );
  const items = summary.items ?? [];
  const copy = async () => {
    const lists = items.length === 0 ? '' : `\n\n${items.map((item) => `- ${actionLine(item)}`).join('\n')}`;
    try {
      await navigator.clipboard.writeText(withMarkers(summary.content, () => '').replace(/ +$/gmu, '') + lists);
      toast.success(t('common:copied'));
    } catch {
      toast.error(t('summary:copyFailed'));
    }
  };
  if (isEditing) return <EditSummary meetingId={meetingId} summary={summary} onClose={() => setEditing(false)} />;
  const isOther = summary.mode === 'model' && summary.request && summary.language !== summary.request.language;
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-wrap items-center gap-2">
        {rewrite}
        {canWrite && (
          <Button size="small" icon={<Pencil aria-hidden size={14} />} onPress={() => setEditing(true)}>
            {t('summary:edit.action')}
          </Button>
        )}
        <Button
          size="small"
          className={ICON_IF_NARROW}
          icon={<Copy aria-hidden size={14} />}
          onPress={() => void copy()}
        >
          <span className="max-sm:sr-only">{t('common:copy')}</span>
        </Button>
        {summary.versions.length > 0 && (
          <Button
            size="small"
            className={ICON_IF_NARROW}
            icon={<History aria-hidden size={14} />}
            onPress={() => setShowsVersions(true)}
          >
            <span className="max-sm:sr-only">{t('summary:versions.action', { count: summary.versions.length })}</span>
          </Button>
        )}
      </div>
      {isOther && summary.language && (
        <Banner kind="warning">
          {t('summary:otherLanguage', {
            language: LANGUAGE_NAMES[summary.language],
            wished: LANGUAGE_NAMES[summary.request!.language],
          })}
        </Banner>
      )}
      <article aria-label={t('summary:title')} data-summary>
        <AnswerBody text={summary.content} draw={draw} />
      </article>
      {items.length > 0 && <SummaryItems meetingId={meetingId} items={items} placeOf={placeOf} canWrite={canWrite} />}
      <Provenance summary={summary} />
      {showsVersions && (
        <Versions meetingId={meetingId} summary={summary} canWrite={canWrite} onClose={() => setShowsVersions(false)} />
      )}
    </div>
  );
}

/** The source of generated text. */
function Provenance({ summary }: { summary: Summary }) {
  const { t } = useTranslation('summary');
  const from = [summary.provider, summary.model].filter(Boolean).join(' · ');
  return (
    <p className="text-12 text-ink-muted">
      {[
        from ? t('from', { from }) : '',
        summary.mode === 'model' ? t('check') : '',
        isEdited(summary) ? t('edited') : '',
      ]
        .filter(Boolean)
        .join(' ')}
    </p>
  );
}

function EditSummary({ meetingId, summary, onClose }: { meetingId: string; summary: Summary; onClose: () => void }) {
  const { t } = useTranslation(['summary', 'common', 'errors']);
  const [text, setText] = useState(summary.content);
  const [error, setError] = useState('');
  const save = async () => {
    try {
      if (text !== summary.content) await run('summary.edit', { meetingId, content: text });
      onClose();
    } catch (failed) {
      setError(errorText(t, failed));
    }
  };
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <TextArea
        autoFocus
        label={t('summary:edit.label')}
        hint={t('summary:edit.hint')}
        rows={18}
        value={text}
        error={error}
        onChange={setText}
      />
      <div className="flex gap-2">
        <Button type="submit" variant="primary">
          {t('common:save')}
        </Button>
        <Button onPress={onClose}>{t('common:cancel')}</Button>
      </div>
    </form>
  );
}

type Version = Summary['versions'][number];

/** Earlier texts that people edited; each can be restored as an edit. */
function Versions({
  meetingId,
  summary,
  canWrite,
  onClose,
}: {
  meetingId: string;
  summary: Summary;
  canWrite: boolean;
  onClose: () => void;
}) {
  const { t } = useTranslation(['summary', 'common', 'errors']);
  const [error, setError] = useState('');
  const restore = async ({ content }: Version) => {
    try {
      // remove the markers, as they refer to moments of the other text
      await run('summary.edit', { meetingId, content: withMarkers(content, () => '') });
      onClose();
    } catch (failed) {
      setError(errorText(t, failed));
    }
  };
  return (
    <Dialog isOpen title={t('summary:versions.title')} onOpenChange={(open) => !open && onClose()}>
      <ol className="flex flex-col gap-5">
        {summary.versions.map((version) => (
          <li key={version.id} className="flex flex-col gap-2 border-b border-line pb-4 last:border-0">
            <div className="flex flex-wrap items-center justify-between gap-2">
              <span className="text-13 text-ink-muted">
                <RelativeTime at={version.at} />
              </span>
              {canWrite && (
                <Button size="small" onPress={() => void restore(version)}>
                  {t('summary:versions.restore')}
                </Button>
              )}
            </div>
            <AnswerBody text={version.content} draw={drawNothing} />
          </li>
        ))}
      </ol>
      {error && (
        <p role="alert" className="text-13 text-danger-ink">
          {error}
        </p>
      )}
    </Dialog>
  );
}

const drawNothing = () => null;
