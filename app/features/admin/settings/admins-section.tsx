import { useTranslation } from 'react-i18next';
import { ConsoleForm } from '~/features/admin/console-form';
import { SearchForm, SearchInput } from '~/features/admin/search-form';
import { paths } from '~/paths';
import { Avatar } from '~/ui/data/avatar';
import { Badge } from '~/ui/data/badge';
import { NativeButton } from '~/ui/controls/native-controls';
import type { MemberRow } from '../../../../server/organization/departments/contract';
import { failedOf, savedOf, type Intent, type ActionResult } from './result';
import { FormResult, Section } from './section';

export interface AdminsSectionProps {
  admins: readonly MemberRow[];
  /** results of the owner's search; null: no search yet */
  found: { text: string; members: readonly MemberRow[]; more: boolean } | null;
  meId: string;
  isOwner: boolean;
  result: ActionResult | undefined;
}

/** The administrators of the console. The owner adds and removes them. */
export function AdminsSection({ admins, found, meId, isOwner, result }: AdminsSectionProps) {
  const { t } = useTranslation('admin');
  const set = savedOf(result, 'admin.set');
  const unset = savedOf(result, 'admin.unset');
  return (
    <Section id="admins" title={t('settings.admins.title')} text={t('settings.admins.text')}>
      <FormResult
        saved={
          set
            ? t('settings.admins.set', { name: set.name })
            : unset
              ? t('settings.admins.unsetDone', { name: unset.name })
              : null
        }
        failed={failedOf(result, 'admin.set') ?? failedOf(result, 'admin.unset')}
      />
      <ul className="flex flex-col">
        {admins.map((person) => (
          <PersonRow key={person.userId} person={person} isMe={person.userId === meId}>
            <Badge tone={person.role === 'owner' ? 'accent' : 'neutral'}>
              {t(person.role === 'owner' ? 'settings.admins.owner' : 'settings.admins.admin')}
            </Badge>
            {isOwner && person.role === 'admin' && (
              <RoleButton
                intent="admin.unset"
                person={person}
                label={t('settings.admins.unset')}
                name={t('settings.admins.unsetOf', { name: person.name })}
              />
            )}
          </PersonRow>
        ))}
      </ul>
      {isOwner ? <AddAdmin found={found} /> : <p className="text-13 text-ink-muted">{t('settings.onlyOwner')}</p>}
    </Section>
  );
}

function AddAdmin({ found }: Pick<AdminsSectionProps, 'found'>) {
  const { t } = useTranslation('admin');
  return (
    <div className="flex flex-col gap-2">
      <h3 className="text-14 font-medium text-ink-strong">{t('settings.admins.add')}</h3>
      <SearchForm to={`${paths.admin.settings()}#admins`} className="flex gap-2">
        <SearchInput
          label={t('settings.admins.find')}
          placeholder={t('settings.admins.find')}
          searched={found?.text ?? ''}
          className="min-w-0 flex-1"
        />
        <NativeButton type="submit">{t('settings.admins.search')}</NativeButton>
      </SearchForm>
      {found && found.members.length === 0 && (
        <p role="status" className="text-13 text-ink-muted">
          {t('settings.admins.none', { text: found.text })}
        </p>
      )}
      {found && found.members.length > 0 && (
        <ul className="flex flex-col">
          {found.members.map((person) => (
            <PersonRow key={person.userId} person={person} isMe={false}>
              <RoleButton
                intent="admin.set"
                person={person}
                label={t('settings.admins.make')}
                name={t('settings.admins.makeOf', { name: person.name })}
              />
            </PersonRow>
          ))}
        </ul>
      )}
      {found?.more && <p className="text-12 text-ink-muted">{t('settings.admins.more')}</p>}
    </div>
  );
}

function PersonRow({ person, isMe, children }: { person: MemberRow; isMe: boolean; children: React.ReactNode }) {
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
      <span className="flex flex-wrap items-center gap-2 max-sm:basis-full max-sm:pl-11">{children}</span>
    </li>
  );
}

function RoleButton({
  intent,
  person,
  label,
  name,
}: {
  intent: Intent;
  person: MemberRow;
  label: string;
  name: string;
}) {
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
