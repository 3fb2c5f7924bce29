import { useTranslation } from 'react-i18next';
import { ConsoleForm } from '~/features/admin/console-form';
import { SearchForm, SearchInput } from '~/features/admin/search-form';
import { FormResult, Section } from '~/features/admin/settings/section';
import { paths } from '~/paths';
import { NativeButton } from '~/ui/controls/native-controls';
import { Avatar } from '~/ui/data/avatar';
import type { MemberRow } from '../../../../server/organization/departments/contract';
import { failedOf, savedOf, type ActionResult, type Intent } from './result';

export interface PeopleSectionProps {
  /** members who are chosen by name */
  people: readonly MemberRow[];
  /** results of a search; null: no search yet */
  found: { text: string; members: readonly MemberRow[]; more: boolean } | null;
  result: ActionResult | undefined;
}

/** The people who may use agents beside those of the chosen departments; each is added and removed at once. */
export function PeopleSection({ people, found, result }: PeopleSectionProps) {
  const { t } = useTranslation('admin');
  const added = savedOf(result, 'person.add');
  const removed = savedOf(result, 'person.remove');
  const chosen = new Set(people.map(({ userId }) => userId));
  const others = found?.members.filter(({ userId }) => !chosen.has(userId)) ?? [];
  return (
    <Section id="people" title={t('agents.people')} text={t('agents.peopleText')}>
      <FormResult
        saved={
          added !== null
            ? t('agents.added', { name: added })
            : removed !== null
              ? t('agents.removed', { name: removed })
              : null
        }
        failed={failedOf(result, 'person.add', 'person.remove')}
      />
      {people.length === 0 ? (
        <p className="text-13 text-ink-muted">{t('agents.noPeople')}</p>
      ) : (
        <ul className="flex flex-col">
          {people.map((person) => (
            <PersonRow
              key={person.userId}
              person={person}
              intent="person.remove"
              label={t('agents.remove')}
              name={t('agents.removeOf', { name: person.name })}
            />
          ))}
        </ul>
      )}
      <SearchForm to={`${paths.admin.agents()}#people`} className="flex gap-2">
        <SearchInput
          label={t('settings.admins.find')}
          placeholder={t('settings.admins.find')}
          searched={found?.text ?? ''}
          className="min-w-0 flex-1"
        />
        <NativeButton type="submit">{t('settings.admins.search')}</NativeButton>
      </SearchForm>
      {found && others.length === 0 && (
        <p role="status" className="text-13 text-ink-muted">
          {t('settings.admins.none', { text: found.text })}
        </p>
      )}
      {others.length > 0 && (
        <ul className="flex flex-col">
          {others.map((person) => (
            <PersonRow
              key={person.userId}
              person={person}
              intent="person.add"
              label={t('agents.add')}
              name={t('agents.addOf', { name: person.name })}
            />
          ))}
        </ul>
      )}
      {found?.more && <p className="text-12 text-ink-muted">{t('settings.admins.more')}</p>}
    </Section>
  );
}

function PersonRow({
  person,
  intent,
  label,
  name,
}: {
  person: MemberRow;
  intent: Intent;
  label: string;
  /** the button's label, with the person */
  name: string;
}) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line py-2.5 last:border-0">
      <Avatar name={person.name} {...(person.avatar ? { src: person.avatar } : {})} size={32} />
      <span className="flex min-w-0 flex-1 basis-40 flex-col">
        <span className="truncate text-14 font-medium text-ink-strong">{person.name}</span>
        <span className="truncate text-12 text-ink-muted">{person.email}</span>
      </span>
      <ConsoleForm intent={intent} preventScrollReset>
        {({ isSending, reason }) => (
          <>
            <input type="hidden" name="userId" value={person.userId} />
            <input type="hidden" name="name" value={person.name} />
            <NativeButton
              type="submit"
              size="small"
              aria-label={name}
              isLoading={isSending}
              disabled={reason !== null}
              {...(reason ? { title: reason } : {})}
            >
              {label}
            </NativeButton>
          </>
        )}
      </ConsoleForm>
    </li>
  );
}
