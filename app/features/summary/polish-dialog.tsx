import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '~/api/client';
import { textOf } from '~/features/note-editor/open-text';
import { compareTexts, type ComparedBlock } from '~/features/note-versions/compare';
import { restoreVersion } from '~/features/note-versions/present-text';
import { DiffRow } from '~/features/note-versions/version-diff';
import { errorText } from '~/features/failures/error-text';
import { Button } from '~/ui/controls/button';
import { Checkbox } from '~/ui/controls/toggle';
import { Banner } from '~/ui/feedback/banner';
import { SkeletonRows } from '~/ui/feedback/skeleton';
import { toast } from '~/ui/feedback/toast';
import { Dialog } from '~/ui/overlays/dialog';
import { summaryCalls } from '../../../server/core/summaries/contract';
import { docOfState, stateOfBlocks } from '../../../sync/merge/note-blocks';
import { parseMarkdown } from '../../../sync/merge/note-markdown';
import { versionOfDoc } from '../../../sync/merge/note-restore';
import { meetingNoteId } from '../../../sync/model/ids';
import type { Meeting } from '../../../sync/model/kinds/meetings';
import { mergeParts } from './merge-parts';

interface Proposal {
  before: string;
  compared: ComparedBlock[];
}

/** The polished note as differences, which the person accepts or rejects. */
export default function PolishDialog({ meeting, onClose }: { meeting: Meeting; onClose: () => void }) {
  const { t } = useTranslation(['summary', 'common', 'errors']);
  const contentId = meetingNoteId(meeting.id);
  const [proposal, setProposal] = useState<Proposal>();
  const [accepted, setAccepted] = useState<ReadonlySet<number>>(new Set());
  const [error, setError] = useState('');
  useEffect(() => {
    const ending = new AbortController();
    const load = async () => {
      const before = await textOf(contentId, 'markdown');
      const { noteContent } = await call(
        summaryCalls.optimizeNote,
        { meetingId: meeting.id, noteContent: before },
        { signal: ending.signal },
      );
      const compared = compareTexts(parseMarkdown(before), parseMarkdown(noteContent));
      if (ending.signal.aborted) return;
      setProposal({ before, compared });
      setAccepted(new Set(compared.flatMap(({ difference }, at) => (difference === 'same' ? [] : [at]))));
    };
    load().catch((failed: unknown) => {
      if (!ending.signal.aborted) setError(errorText(t, failed));
    });
    return () => ending.abort();
  }, [contentId, meeting.id, t]);
  const changes = useMemo(
    () => proposal?.compared.filter(({ difference }) => difference !== 'same').length ?? 0,
    [proposal],
  );
  const apply = async (): Promise<void> => {
    if (!proposal) return;
    try {
      // someone has typed meanwhile; their words are not part of the comparison
      if ((await textOf(contentId, 'markdown')) !== proposal.before) return setError(t('summary:polish.changed'));
      const blocks = mergeParts(proposal.compared, accepted);
      const undo = await restoreVersion(contentId, versionOfDoc(docOfState(stateOfBlocks(blocks))));
      toast.success(t('summary:polish.done'), { action: { label: t('common:undo'), onPress: undo } });
      onClose();
    } catch (failed) {
      setError(errorText(t, failed));
    }
  };
  const choose = (at: number, isChosen: boolean) =>
    setAccepted((before) => {
      const after = new Set(before);
      if (isChosen) after.add(at);
      else after.delete(at);
      return after;
    });
  return (
    <Dialog
      isOpen
      size="large"
      title={t('summary:polish.title')}
      description={t('summary:polish.text')}
      onOpenChange={(open) => !open && onClose()}
      footer={(close) => (
        <>
          <Button onPress={close}>{t('common:cancel')}</Button>
          <Button variant="primary" isDisabled={accepted.size === 0} onPress={() => void apply()}>
            {t('summary:polish.accept', { count: accepted.size })}
          </Button>
        </>
      )}
    >
      {error && <Banner kind="danger">{error}</Banner>}
      {!proposal && !error && <SkeletonRows rows={5} />}
      {proposal && changes === 0 && <p className="text-14 text-ink-muted">{t('summary:polish.none')}</p>}
      {proposal && changes > 0 && (
        <ul className="flex flex-col gap-1.5 text-14 leading-relaxed">
          {proposal.compared.map((compared, at) => (
            <li key={at} className="flex items-start gap-2">
              <div className="w-6 shrink-0 pt-0.5">
                {compared.difference !== 'same' && (
                  <Checkbox
                    aria-label={t('summary:polish.change', { number: at + 1 })}
                    isSelected={accepted.has(at)}
                    onChange={(isChosen) => choose(at, isChosen)}
                  />
                )}
              </div>
              <div className="min-w-0 flex-1">
                <DiffRow contentId={contentId} compared={compared} />
              </div>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
