import { useTranslation } from 'react-i18next';
import { PersonButton, PersonRow, PersonSearch, type FoundMembers } from '~/features/admin/person-list';
import { FormResult, Section } from '~/features/admin/settings/section';
import { paths } from '~/paths';
import type { MemberRow } from '../../../../server/organization/departments/contract';
import { failedOf, savedOf, type ActionResult, type Intent } from './result';

export interface PeopleSectionProps {
  /** members who are chosen by name */
  people: readonly MemberRow[];
  found: FoundMembers;
  result: ActionResult | undefined;
}

/** The people who may use agents beside those of the chosen departments; each is added and removed at once. */
export function PeopleSection({ people, found, result }: PeopleSectionProps) {
  const { t } = useTranslation('admin');
  const added = savedOf(result, 'person.add');
  const removed = savedOf(result, 'person.remove');
  const chosen = new Set(people.map(({ userId }) => userId));
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
            <PersonRow key={person.userId} person={person}>
              <PersonButton
                person={person}
                intent={'person.remove' satisfies Intent}
                label={t('agents.remove')}
                name={t('agents.removeOf', { name: person.name })}
              />
            </PersonRow>
          ))}
        </ul>
      )}
      <PersonSearch to={`${paths.admin.agents()}#people`} found={found} without={chosen}>
        {(person) => (
          <PersonRow key={person.userId} person={person}>
            <PersonButton
              person={person}
              intent={'person.add' satisfies Intent}
              label={t('agents.add')}
              name={t('agents.addOf', { name: person.name })}
            />
          </PersonRow>
        )}
      </PersonSearch>
    </Section>
  );
}
