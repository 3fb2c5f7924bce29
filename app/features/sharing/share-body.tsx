import { useMemo, useRef, useState } from 'react';
import { Building, FolderClosed, Globe, Link2, Lock, UserRoundCog, UsersRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Project } from '../../../sync/model/kinds/projects';
import { useSavedText } from '~/features/outbox/use-saved-text';
import { PeoplePicker } from '~/features/people/people-picker';
import { usePeople, type People } from '~/features/people/use-people';
import { useSubmission } from '~/features/shell/use-submission';
import { paths } from '~/paths';
import { useAccount, useQuery, useStatus } from '~/replica/hooks';
import { Button } from '~/ui/controls/button';
import { RadioCards } from '~/ui/controls/radio-cards';
import { TextField } from '~/ui/controls/field';
import { Switch } from '~/ui/controls/toggle';
import { Banner } from '~/ui/feedback/banner';
import { toast } from '~/ui/feedback/toast';
import { SubmitDialog } from '~/ui/overlays/submit-dialog';
import { consequenceOf, readerGroups, shareProblem, type Range, type ReaderGroup, type Sharing } from './readers';
import { RefusedSharing } from './refused-sharing';
import { docOf, saveSharing, sharingOf, subjectOf, type Shareable } from './save-sharing';
import type { SharedKind } from '../../../sync/model/top-kinds';
import { dynamicKeys } from '~/i18n/dynamic-keys';

export type ShareBodyProps = { onClose: () => void } & Shareable;

const ICONS = {
  private: Lock,
  project: FolderClosed,
  team: Building,
  company: Building,
  customize: UserRoundCog,
  public: Globe,
} as const;

/**
 * The share ranges of each kind, narrowest first. Of these kinds, only notes and researches have a public page, and an
 * organization may forbid public pages.
 */
const rangesOf = (kind: SharedKind, hasProject: boolean, now: Range, hasPage: boolean): Range[] =>
  kind === 'projects'
    ? ['private', 'team', 'company', 'customize']
    : [
        'private',
        ...(hasProject || now === 'project' ? (['project'] as const) : []),
        'team',
        ...(hasPage || now === 'public' ? (['public'] as const) : []),
      ];

/** The end of a day in the time zone of this device, in milliseconds since the epoch; 0 for none. */
const endOf = (day: string): number => (day ? new Date(`${day}T23:59:59.999`).getTime() || 0 : 0);
const dayOf = (at: number): string => {
  if (at === 0) return '';
  const date = new Date(at);
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((n) => String(n).padStart(2, '0')).join('-');
};

export default function ShareBody(props: ShareBodyProps) {
  const { t } = useTranslation(['sharing', 'project', 'common', 'errors']);
  const savedText = useSavedText();
  const translate = dynamicKeys(t);
  const people = usePeople();
  const isOffline = useStatus().connection.state !== 'online';
  const areLinksOn = useAccount()?.publicLinks ?? true;
  const subject = subjectOf(props);
  const before = sharingOf(props);
  const doc = docOf(props);
  const projectId = 'projectId' in doc ? doc.projectId : '';
  const project = useQuery(projectId ? { kind: 'one', collection: 'projects', id: projectId } : null) ?? null;
  const [sharing, setSharing] = useState<Sharing>(before);
  const note = 'note' in props ? props.note : null;
  const [day, setDay] = useState(dayOf(note?.linkExpiresAt ?? 0));
  const [isIndexed, setIndexed] = useState(note?.linkIndexed ?? false);
  const { isInProgress, problem, setProblem, submit } = useSubmission();
  const [dayProblem, setDayProblem] = useState('');
  const dayField = useRef<HTMLDivElement>(null);

  const groups = useMemo(() => readerGroups(people, subject, sharing, project), [people, subject, sharing, project]);
  const consequence = useMemo(
    () => consequenceOf(readerGroups(people, subject, before, project), groups),
    [people, subject, before, project, groups],
  );
  const isResearch = 'thread' in props && props.thread.kind === 'research';
  const hasPage = note !== null || isResearch;
  const what = isResearch ? t('sharing:what.research') : translate(`sharing:what.${subject.kind}`);
  const isItem = subject.kind !== 'projects';
  const isChat = subject.kind === 'threads';
  const rangeTexts = isItem ? 'sharing:range' : 'project:share';
  const picks = (isItem && !isChat) || sharing.range === 'team' || sharing.range === 'customize';

  const change = (next: Sharing) => {
    setSharing(next);
    setProblem('');
  };
  const save = (): void => {
    const wrong = isItem ? null : shareProblem(sharing);
    if (wrong) return setProblem(t(`project:${wrong}`));
    if (sharing.range === 'public' && day && endOf(day) < Date.now()) {
      setDayProblem(t('sharing:link.past'));
      dayField.current?.querySelector('input')?.focus();
      return;
    }
    void submit(async () => {
      await saveSharing(props, sharing, { expiresAt: endOf(day), isIndexed });
      toast.message(savedText);
      props.onClose();
    });
  };
  const address =
    location.origin +
    (note?.shareRange === 'public'
      ? paths.publicNote(note.id)
      : 'thread' in props
        ? isResearch && before.range === 'public'
          ? paths.liveSlides(subject.id)
          : paths.thread(props.thread)
        : paths.document(subject.kind, { id: subject.id, projectId }));
  // the public address works only after saving, and saving may end the present one
  const isLinkUnsaved = hasPage && (sharing.range === 'public') !== (before.range === 'public');
  const copy = () =>
    navigator.clipboard.writeText(address).then(
      () => toast.success(t('sharing:link.copied')),
      () => toast.error(t('sharing:link.notCopied'), { description: address }),
    );

  return (
    <SubmitDialog
      title={t('project:share.title', { title: subject.title })}
      extraButton={
        <Button
          className="mr-auto"
          isDisabled={isLinkUnsaved}
          icon={<Link2 aria-hidden size={16} />}
          onPress={() => void copy()}
        >
          {t('sharing:link.copy')}
        </Button>
      }
      submitLabel={t('common:save')}
      isBusy={isInProgress}
      submit={save}
      onClose={props.onClose}
    >
      <div className="flex flex-col gap-4">
        <RefusedSharing kind={subject.kind} id={subject.id} />
        <RadioCards
          label={t('sharing:who')}
          value={sharing.range}
          // the range `private` also removes the chosen people
          onChange={(range) =>
            change({ ...sharing, range, ...(isItem && range === 'private' ? { userIds: [], departmentIds: [] } : {}) })
          }
          choices={rangesOf(subject.kind, projectId !== '', before.range, hasPage && areLinksOn).map((id) => ({
            id,
            icon: subject.kind === 'projects' && id === 'team' ? UsersRound : ICONS[id],
            name: translate(`${rangeTexts}.${id}`),
            text:
              isChat && id === 'private'
                ? t('sharing:chat.privateHint')
                : isResearch && id === 'public'
                  ? t('sharing:research.publicHint')
                  : translate(`${rangeTexts}.${id}Hint`),
          }))}
        />
        {isChat && (
          <p className="text-13 leading-relaxed text-ink-muted">
            {t(isResearch ? 'sharing:research.text' : 'sharing:chat.text')}
          </p>
        )}
        {hasPage && !areLinksOn && <p className="text-12 text-ink-muted">{t('errors:PUBLIC_LINKS_OFF')}</p>}
        {picks && (
          <PeoplePicker
            people={people}
            value={{ userIds: [...sharing.userIds], departmentIds: [...sharing.departmentIds] }}
            onChange={(value) => change({ ...sharing, ...value })}
            withMembers={sharing.range !== 'team' || isItem}
            withDepartments={subject.kind !== 'notes'}
            exclude={[subject.ownerId]}
          />
        )}
        {note && sharing.range === 'public' && (
          <div className="flex flex-col gap-4 rounded-control border border-line p-3">
            <div ref={dayField}>
              <TextField
                type="date"
                label={t('sharing:link.ends')}
                hint={t('sharing:link.endsHint')}
                error={dayProblem}
                value={day}
                onChange={(value) => {
                  setDay(value);
                  setDayProblem('');
                }}
              />
            </div>
            <Switch isSelected={isIndexed} onChange={setIndexed} hint={t('sharing:link.indexedHint')}>
              {t('sharing:link.indexed')}
            </Switch>
          </div>
        )}
        <div aria-live="polite" className="flex flex-col gap-2">
          {consequence.gained.map((group) => (
            <Banner key={group.via + group.id} kind={group.via === 'link' ? 'warning' : 'info'}>
              {translate(isResearch && group.via === 'link' ? 'sharing:research.link' : `sharing:gain.${group.via}`, {
                count: group.count,
                name: nameOf(group, people, project),
                what,
              })}
            </Banner>
          ))}
          {consequence.lost > 0 && <Banner>{translate('sharing:lost', { count: consequence.lost, what })}</Banner>}
          {consequence.linkEnds && <Banner>{t('sharing:linkEnds')}</Banner>}
        </div>
        <section className="flex flex-col gap-1.5">
          <h3 className="text-13 font-medium text-ink">{t('sharing:readers')}</h3>
          <ul className="flex flex-col text-13 text-ink-muted">
            {groups.map((group) => (
              <li
                key={group.via + group.id}
                className="flex justify-between gap-3 border-b border-line py-1.5 last:border-0"
              >
                <span className="min-w-0 truncate text-ink">
                  {nameOf(group, people, project) || translate(`sharing:via.${group.via}`)}
                </span>
                {group.via !== 'link' && (
                  <span className="shrink-0">
                    {group.via === 'owner' || group.via === 'person'
                      ? translate(`sharing:via.${group.via}`)
                      : translate('sharing:people', { count: group.userIds.size })}
                  </span>
                )}
              </li>
            ))}
          </ul>
        </section>
        {isLinkUnsaved && <p className="text-12 text-ink-muted">{t('sharing:link.saveFirst')}</p>}
        {isOffline && <Banner kind="info">{t('sharing:offline')}</Banner>}
        {problem && (
          <Banner kind="danger" live="alert">
            {problem}
          </Banner>
        )}
      </div>
    </SubmitDialog>
  );
}

/** The name of a group; empty for a group without one. */
const nameOf = ({ via, id }: ReaderGroup, people: People, project: Project | null): string =>
  via === 'project' ? (project?.title ?? '') : id ? (people.byId.get(id)?.name ?? '') : '';
