import { useTranslation } from 'react-i18next';
import { ConsoleForm } from '~/features/admin/console-form';
import { FormResult, SaveButton, Section } from '~/features/admin/settings/section';
import type { DepartmentChoice } from '~/features/admin/department-choice';
import { Banner } from '~/ui/feedback/banner';
import { AGENT_MODES, type AgentPermission } from '../../../../sync/model/agents';
import { failedOf, savedOf, type ActionResult } from './result';

const HINTS = { everyone: 'agents.hint.everyone', chosen: 'agents.hint.chosen', off: 'agents.hint.off' } as const;

export interface ModeSectionProps {
  permission: AgentPermission;
  departments: readonly DepartmentChoice[];
  result: ActionResult | undefined;
}

/** An administrator chooses who may use agents, and the departments among them. */
export function ModeSection({ permission, departments, result }: ModeSectionProps) {
  const { t } = useTranslation('admin');
  const { mode, userIds, departmentIds } = permission;
  const isNobody = mode === 'chosen' && userIds.length + departmentIds.length === 0;
  return (
    <Section id="who" title={t('agents.who')}>
      {isNobody && <Banner kind="warning">{t('agents.nobody')}</Banner>}
      <ConsoleForm intent="mode" preventScrollReset className="group flex flex-col gap-4">
        {({ isSending, reason }) => (
          <>
            <fieldset className="flex flex-col gap-3">
              <legend className="sr-only">{t('agents.who')}</legend>
              {AGENT_MODES.map((each) => (
                <label key={each} className="flex items-start gap-2.5 text-14">
                  <input
                    type="radio"
                    name="mode"
                    value={each}
                    defaultChecked={each === mode}
                    aria-describedby={`agents-${each}`}
                    className="focus-ring mt-0.5 size-4 shrink-0 accent-[var(--accent)]"
                  />
                  <span className="flex flex-col gap-0.5">
                    {t(`agents.mode.${each}`)}
                    <span id={`agents-${each}`} className="text-13 leading-relaxed text-ink-muted">
                      {t(HINTS[each])}
                    </span>
                  </span>
                </label>
              ))}
            </fieldset>
            {/* without scripts, too: shown while the choice above is that of departments and people */}
            <fieldset className="hidden flex-col gap-2 group-has-[input[value=chosen]:checked]:flex">
              <legend className="mb-2 text-13 font-medium text-ink">{t('agents.departments')}</legend>
              {departments.length === 0 ? (
                <p className="text-13 text-ink-muted">{t('agents.noDepartments')}</p>
              ) : (
                <ul className="max-h-72 overflow-y-auto rounded-card border border-line">
                  {departments.map(({ id, name }) => (
                    <li key={id} className="border-b border-line last:border-0">
                      <label className="flex min-h-11 items-center gap-3 px-3 py-1.5 text-14 has-[input:checked]:bg-accent-tint">
                        <input
                          type="checkbox"
                          name="departmentId"
                          value={id}
                          defaultChecked={departmentIds.includes(id)}
                          className="focus-ring size-4 shrink-0 accent-[var(--accent)]"
                        />
                        <span className="min-w-0 break-words">{name}</span>
                      </label>
                    </li>
                  ))}
                </ul>
              )}
              {mode !== 'chosen' && <p className="text-13 text-ink-muted">{t('agents.peopleLater')}</p>}
            </fieldset>
            <FormResult
              saved={savedOf(result, 'mode') === null ? null : t('settings.saved')}
              failed={failedOf(result, 'mode')}
            />
            <SaveButton isSending={isSending} reason={reason} />
          </>
        )}
      </ConsoleForm>
    </Section>
  );
}
