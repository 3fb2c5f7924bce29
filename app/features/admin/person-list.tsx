/** Lists of people in the console: a row of one person, the button that sends a form about them, the search for more. */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { NativeButton } from '~/ui/controls/native-controls';
import { Avatar } from '~/ui/data/avatar';
import type { MemberRow } from '../../../server/organization/departments/contract';
import { ConsoleForm } from './console-form';
import { SearchForm, SearchInput } from './search-form';

export interface PersonRowProps {
  person: MemberRow;
  isMe?: boolean;
  /** what follows the name, e.g. a badge or a `PersonButton` */
  children: ReactNode;
}

export function PersonRow({ person, isMe = false, children }: PersonRowProps) {
  const { t } = useTranslation('admin');
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line py-2.5 last:border-0">
      <Avatar name={person.name} {...(person.avatar ? { src: person.avatar } : {})} size={32} />
      <span className="flex min-w-0 flex-1 basis-40 flex-col">
        <span className="truncate text-14 font-medium text-ink-strong">
          {person.name}
          {isMe && <span className="font-normal text-ink-muted"> {t('employees.you')}</span>}
        </span>
        <span className="truncate text-12 text-ink-muted">{person.email}</span>
      </span>
      {children}
    </li>
  );
}

export interface PersonButtonProps {
  person: MemberRow;
  /** the form, as its action knows it */
  intent: string;
  label: string;
  /** the label with the person's name, for screen readers */
  name: string;
}

/** A form of one button. It sends `userId` and `name` of the person. */
export function PersonButton({ person, intent, label, name }: PersonButtonProps) {
  return (
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
  );
}

/** Results of a search for members, null before the first. */
export type FoundMembers = { text: string; members: readonly MemberRow[]; more: boolean } | null;

export interface PersonSearchProps {
  /** address of the list, with the section's anchor */
  to: string;
  found: FoundMembers;
  /** members that are not listed again */
  without?: ReadonlySet<string>;
  /** a `PersonRow` */
  children: (person: MemberRow) => ReactNode;
}

/** The search for members by name or address, with its results. */
export function PersonSearch({ to, found, without, children }: PersonSearchProps) {
  const { t } = useTranslation('admin');
  const members = found?.members.filter(({ userId }) => !without?.has(userId)) ?? [];
  return (
    <>
      <SearchForm to={to} className="flex gap-2">
        <SearchInput
          label={t('settings.admins.find')}
          placeholder={t('settings.admins.find')}
          searched={found?.text ?? ''}
          className="min-w-0 flex-1"
        />
        <NativeButton type="submit">{t('settings.admins.search')}</NativeButton>
      </SearchForm>
      {found && members.length === 0 && (
        <p role="status" className="text-13 text-ink-muted">
          {t('settings.admins.none', { text: found.text })}
        </p>
      )}
      {members.length > 0 && <ul className="flex flex-col">{members.map(children)}</ul>}
      {found?.more && <p className="text-12 text-ink-muted">{t('settings.admins.more')}</p>}
    </>
  );
}
