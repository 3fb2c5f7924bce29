import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { reportFailure } from '~/features/failures/report-failure';
import { run } from '~/replica/client';
import { Button } from '~/ui/controls/button';
import { SearchField, TextField } from '~/ui/controls/field';
import { IconButton } from '~/ui/controls/icon-button';
import { toast } from '~/ui/feedback/toast';
import type { Segment } from '../../../sync/model/kinds/transcripts';
import { findSegments, replaceText } from '../../../sync/meeting/find-text';

export interface Found {
  query: string;
  /** the segment of the current match, '' for none */
  segmentId: string;
}

export interface FindBarProps {
  meetingId: string;
  segments: readonly Segment[];
  writable: boolean;
  found: Found;
  onFound: (found: Found) => void;
  onClose: () => void;
}

/** Finds text in the transcript, and replaces it in the current segment or in all of them. */
export function FindBar({ meetingId, segments, writable, found, onFound, onClose }: FindBarProps) {
  const { t } = useTranslation(['meeting', 'common', 'errors']);
  const [replacement, setReplacement] = useState('');
  const [busy, setBusy] = useState(false);
  const hits = useMemo(() => findSegments(segments, found.query), [segments, found.query]);
  const at = hits.indexOf(found.segmentId);
  const go = (step: 1 | -1): void => {
    if (!hits.length) return;
    const next = at < 0 ? (step > 0 ? 0 : hits.length - 1) : (at + step + hits.length) % hits.length;
    onFound({ ...found, segmentId: hits[next]! });
  };
  const replace = async (where: readonly Segment[]): Promise<void> => {
    const changes = replaceText(where, found.query, replacement.trim());
    if (!changes.length) return;
    setBusy(true);
    try {
      await run('transcript.correctAll', { meetingId, changes });
      toast.success(t('meeting:find.replaced', { count: changes.length }));
    } catch (error) {
      reportFailure(t, error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div
      role="search"
      aria-label={t('meeting:find.label')}
      className="flex flex-wrap items-center gap-2 rounded-card border border-line bg-raised p-2"
    >
      <form
        className="min-w-40 flex-1"
        onSubmit={(event) => {
          event.preventDefault();
          go(1);
        }}
      >
        <SearchField
          autoFocus
          label={t('meeting:find.query')}
          value={found.query}
          onChange={(query) => onFound({ query, segmentId: '' })}
        />
      </form>
      <span role="status" className="tabular text-12 text-ink-muted">
        {found.query.trim() &&
          (at < 0
            ? t('meeting:find.count', { count: hits.length })
            : t('meeting:find.place', { at: at + 1, count: hits.length }))}
      </span>
      <IconButton
        size="small"
        label={t('meeting:find.previous')}
        icon={<ChevronUp aria-hidden size={16} />}
        isDisabled={!hits.length}
        onPress={() => go(-1)}
      />
      <IconButton
        size="small"
        label={t('meeting:find.next')}
        icon={<ChevronDown aria-hidden size={16} />}
        isDisabled={!hits.length}
        onPress={() => go(1)}
      />
      {writable && (
        <div className="flex min-w-0 flex-1 basis-72 flex-wrap items-center gap-2">
          <TextField
            className="min-w-32 flex-1"
            aria-label={t('meeting:find.replacement')}
            placeholder={t('meeting:find.replacement')}
            value={replacement}
            onChange={setReplacement}
          />
          <Button
            size="small"
            isDisabled={at < 0 || busy}
            onPress={() => void replace(segments.filter((s) => s.id === found.segmentId)).then(() => go(1))}
          >
            {t('meeting:find.replace')}
          </Button>
          <Button size="small" isDisabled={!hits.length} isLoading={busy} onPress={() => void replace(segments)}>
            {t('meeting:find.replaceAll')}
          </Button>
        </div>
      )}
      <IconButton size="small" label={t('common:close')} icon={<X aria-hidden size={16} />} onPress={onClose} />
    </div>
  );
}
