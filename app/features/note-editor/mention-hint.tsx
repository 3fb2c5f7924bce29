import { useMemo, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { meetingOf } from '../../../sync/model/ids';
import { usePeople } from '~/features/people/use-people';
import { reportFailure } from '~/features/failures/report-failure';
import { readerGroups } from '~/features/sharing/readers';
import { grantTo, sharingOf, subjectOf, type Grantable } from '~/features/sharing/save-sharing';
import { isLanguage, languageTag } from '../../../sync/model/languages';
import { useQuery } from '~/replica/hooks';
import { Button } from '~/ui/controls/button';
import { Banner } from '~/ui/feedback/banner';
import type { NoteView } from './editor-view';

/** The note or meeting of a text. */
function useGrantable(contentId: string): Grantable | null {
  const meetingId = meetingOf(contentId);
  const note = useQuery(meetingId ? null : { kind: 'one', collection: 'notes', id: contentId });
  const meeting = useQuery(meetingId ? { kind: 'one', collection: 'meetings', id: meetingId } : null);
  return useMemo(() => (note ? { note } : meeting ? { meeting } : null), [note, meeting]);
}

/** Shows the author which mentioned people cannot read the text, with a button that shares it with them. */
export function MentionHint({ view, contentId }: { view: NoteView; contentId: string }) {
  const { t, i18n } = useTranslation(['note', 'errors']);
  const mentioned = useSyncExternalStore(view.subscribe, view.mentioned, view.mentioned);
  const people = usePeople();
  const shared = useGrantable(contentId);
  const [busy, setBusy] = useState(false);
  const item = shared && ('note' in shared ? shared.note : 'meeting' in shared ? shared.meeting : null);
  const project = useQuery(item?.projectId ? { kind: 'one', collection: 'projects', id: item.projectId } : null);
  if (!shared || !item?.abilities.includes('share') || mentioned.length === 0) return null;
  // the readers are unknown until the project has been read
  if (item.projectId && project === undefined) return null;
  const readers = new Set(
    readerGroups(people, subjectOf(shared), sharingOf(shared), project ?? null).flatMap((group) => [...group.userIds]),
  );
  const missing = people.members.filter(({ id }) => mentioned.includes(id) && !readers.has(id));
  if (missing.length === 0) return null;
  const share = async () => {
    setBusy(true);
    try {
      await grantTo(
        shared,
        missing.map(({ id }) => id),
      );
    } catch (error) {
      reportFailure(t, error);
    } finally {
      setBusy(false);
    }
  };
  const names = missing.map(({ name, email }) => name || email);
  return (
    <Banner
      className="mb-3"
      live="status"
      action={
        <Button size="small" isLoading={busy} onPress={() => void share()}>
          {t('note:mention.share')}
        </Button>
      }
    >
      {t('note:mention.notShared', {
        count: names.length,
        name: names[0],
        names: new Intl.ListFormat(isLanguage(i18n.language) ? languageTag(i18n.language) : 'en').format(names),
      })}
    </Banner>
  );
}
