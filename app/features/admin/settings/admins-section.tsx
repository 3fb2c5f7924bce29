import { useTranslation } from 'react-i18next';
import { PersonButton, PersonRow, PersonSearch, type FoundMembers } from '~/features/admin/person-list';
import { paths } from '~/paths';
import { Badge } from '~/ui/data/badge';
import type { MemberRow } from '../../../../server/organization/departments/contract';
import { failedOf, savedOf, type Intent, type ActionResult } from './result';
import { FormResult, Section } from './section';

export interface AdminsSectionProps {
  admins: readonly MemberRow[];
  /** the owner's search */
  found: FoundMembers;
  meId: string;
  isOwner: boolean;
  result: ActionResult | undefined;
}

/** Badge and button stand under the name on a narrow screen. */
const AFTER = 'flex flex-wrap items-center gap-2 max-sm:basis-full max-sm:pl-11';

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
            <span className={AFTER}>
              <Badge tone={person.role === 'owner' ? 'accent' : 'neutral'}>
                {t(person.role === 'owner' ? 'settings.admins.owner' : 'settings.admins.admin')}
              </Badge>
              {isOwner && person.role === 'admin' && (
                <PersonButton
                  person={person}
                  intent={'admin.unset' satisfies Intent}
                  label={t('settings.admins.unset')}
                  name={t('settings.admins.unsetOf', { name: person.name })}
                />
              )}
            </span>
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
      <PersonSearch to={`${paths.admin.settings()}#admins`} found={found}>
        {(person) => (
          <PersonRow key={person.userId} person={person}>
            <span className={AFTER}>
              <PersonButton
                person={person}
                intent={'admin.set' satisfies Intent}
                label={t('settings.admins.make')}
                name={t('settings.admins.makeOf', { name: person.name })}
              />
            </span>
          </PersonRow>
        )}
      </PersonSearch>
    </div>
  );
}
