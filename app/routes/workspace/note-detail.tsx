import { useParams, type ClientLoaderFunctionArgs, type MetaFunction } from '@remix-run/react';
import { PencilLine } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Backlinks } from '~/features/note/backlinks';
import { NoteActions } from '~/features/note/note-actions';
import { NoteReader } from '~/features/note/note-reader';
import { NoteSyncBadge } from '~/features/note/note-row';
import { Missing } from '~/features/missing-document/missing-in-project';
import { ScreenError } from '~/features/project/screen-error';
import { usePeople } from '~/features/people/use-people';
import { RefusedSharing } from '~/features/sharing/refused-sharing';
import { preload } from '~/replica/preload';
import { langOf } from '~/i18n/text-language';
import { paths } from '~/paths';
import { useQuery } from '~/replica/hooks';
import { Avatar } from '~/ui/data/avatar';
import { LinkButton } from '~/ui/controls/button';
import { PageBody, PageHeader } from '~/ui/layout/page-header';
import { RelativeTime } from '~/ui/data/relative-time';
import { SkeletonRows } from '~/ui/feedback/skeleton';
import { MissingText } from '~/features/note-editor/missing-text';
import { WritingSkeleton } from '~/features/note-editor/writing-skeleton';

export const meta: MetaFunction = () => [{ title: 'Satchel' }];

export const clientLoader = ({ params: { projectId = '', noteId = '' } }: ClientLoaderFunctionArgs) =>
  preload(
    { kind: 'one', collection: 'projects', id: projectId },
    { kind: 'one', collection: 'notes', id: noteId },
    { kind: 'one', collection: 'noteContents', id: noteId },
    { kind: 'writable', contentId: noteId },
  );

/** A read-only note, with copy and export. */
export default function NoteDetail() {
  const { t } = useTranslation('note');
  const { projectId = '', noteId = '' } = useParams();
  const people = usePeople();
  const project = useQuery({ kind: 'one', collection: 'projects', id: projectId });
  const note = useQuery({ kind: 'one', collection: 'notes', id: noteId });
  const content = useQuery({ kind: 'one', collection: 'noteContents', id: noteId });
  const mayWrite = useQuery({ kind: 'writable', contentId: noteId });
  if (note === undefined || project === undefined)
    return (
      <PageBody>
        <SkeletonRows rows={3} />
      </PageBody>
    );
  if (note === null)
    return <Missing title={t('missing.note')} text={t('missing.noteText')} ask={{ kind: 'notes', id: noteId }} />;
  const creator = people.byId.get(note.creatorId);
  return (
    <>
      <PageHeader
        place={[
          { label: t('navigation.projects'), href: paths.projects() },
          ...(project ? [{ label: project.title, href: paths.project(project.id) }] : []),
        ]}
        title={note.title}
        state={<NoteSyncBadge noteId={noteId} />}
        more={<NoteActions note={note} />}
        action={
          note.abilities.includes('update') && (
            <LinkButton
              variant="primary"
              href={paths.noteEditor(note.projectId, noteId)}
              icon={<PencilLine aria-hidden size={16} />}
            >
              {t('detail.edit')}
            </LinkButton>
          )
        }
      />
      <PageBody>
        <RefusedSharing kind="notes" id={noteId} className="mb-5" />
        <p
          className="mb-3 text-24 font-semibold leading-snug text-ink-strong md:text-32"
          lang={langOf(note.title)}
          aria-hidden
        >
          {note.title}
        </p>
        <div className="mb-6 flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line pb-4 text-13 text-ink-muted">
          {creator && (
            <span className="inline-flex items-center gap-1.5">
              <Avatar name={creator.name} src={creator.avatar || undefined} size={20} />
              {creator.name}
            </span>
          )}
          <RelativeTime at={note.updatedAt} />
          <span className="tabular">
            {t('counts.words', { count: note.words })} · {t('counts.characters', { count: note.characters })}
          </span>
        </div>
        {mayWrite === null ? <MissingText /> : content ? <NoteReader content={content} /> : <WritingSkeleton />}
        <Backlinks target={{ kind: 'note', id: noteId }} />
      </PageBody>
    </>
  );
}

export const ErrorBoundary = ScreenError;
