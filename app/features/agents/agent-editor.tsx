import { useLocation, useNavigate } from '@remix-run/react';
import { useRef, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '~/paths';
import { Button } from '~/ui/controls/button';
import { TextArea } from '~/ui/controls/field';
import { Tabs } from '~/ui/controls/tabs';
import { Banner } from '~/ui/feedback/banner';
import { SkeletonRows } from '~/ui/feedback/skeleton';
import { toast } from '~/ui/feedback/toast';
import { PageBody, PageHeader } from '~/ui/layout/page-header';
import type { Agent, AgentDefinition } from '../../../sync/model/kinds/agents';
import { LIMITS } from '../../../sync/model/limits';
import { AvatarField } from './avatar-field';
import { CountedField } from './counted-field';
import { KnowledgeField } from './knowledge-field';
import { ModelField } from './model-field';
import { OpeningsField } from './openings-field';
import { TestPanel } from './test-panel';
import { ToolsField } from './tools-field';
import { useAgentForm, type AgentForm } from './use-agent-form';
import { useIsWide } from './use-is-wide';
import { useSentLater } from './use-sent-later';

const TESTED = { tests: true };

/**
 * Creates an agent, or changes the draft of an own agent, also offline; with a test chat beside the form or in a tab.
 */
export function AgentEditor({ agent }: { agent: Agent | null }) {
  const { t } = useTranslation(['agents', 'common', 'errors']);
  const navigate = useNavigate();
  const sentLater = useSentLater();
  const isWide = useIsWide();
  const takesFocus = (useLocation().state as Partial<typeof TESTED> | null)?.tests === true;
  const [tab, setTab] = useState<'form' | 'test'>(takesFocus ? 'test' : 'form');
  const place = useRef<HTMLFormElement>(null);
  const focusField = (field: string): void => {
    setTab('form');
    // after the tab and the error are rendered
    requestAnimationFrame(() =>
      place.current?.querySelector<HTMLElement>(`[data-field="${field}"] :is(input, textarea)`)?.focus(),
    );
  };
  const form = useAgentForm(agent, focusField);
  const save = async (): Promise<void> => {
    const id = await form.save();
    if (id === null) return;
    toast.success(t('agents:form.saved'), sentLater);
    navigate(paths.agent(id));
  };
  const fields = form.values && (
    <form
      ref={place}
      noValidate
      className="flex max-w-[30rem] flex-col gap-6"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void save();
      }}
    >
      <Fields form={form} values={form.values} id={agent?.id ?? ''} isNew={agent === null} />
    </form>
  );
  const test = (
    <TestPanel
      agentId={agent?.id ?? null}
      isDirty={form.isDirty}
      isSaving={form.isSaving}
      onSave={form.save}
      onCreated={(id) => navigate(paths.editAgent(id), { replace: true, state: TESTED })}
      takesFocus={takesFocus}
    />
  );
  const title = t(agent ? 'agents:form.edit' : 'agents:form.new');
  return (
    <>
      <PageHeader
        place={[{ label: t('agents:title'), href: paths.agents() }]}
        title={title}
        state={
          form.isDirty && (
            <span data-kept={form.isKept} className="text-12 text-ink-muted max-sm:sr-only">
              {t(form.isKept ? 'agents:form.keptHere' : 'agents:form.unsaved')}
            </span>
          )
        }
        action={
          <Button variant="primary" isLoading={form.isSaving} onPress={() => void save()}>
            {t('common:save')}
          </Button>
        }
      />
      <PageBody width="wide">
        {!fields ? (
          <SkeletonRows rows={6} />
        ) : isWide ? (
          <div className="grid grid-cols-2 gap-8 xl:grid-cols-[minmax(0,30rem)_minmax(0,1fr)]">
            {fields}
            <div className="sticky top-20 flex h-[calc(100dvh-7rem)] min-h-80 flex-col rounded-card border border-line bg-raised p-4">
              {test}
            </div>
          </div>
        ) : (
          <Tabs
            label={title}
            items={[
              { id: 'form', label: t('agents:form.title') },
              { id: 'test', label: t('agents:test.title') },
            ]}
            value={tab}
            onChange={setTab}
          >
            {tab === 'form' ? fields : <div className="flex h-[calc(100dvh-14rem)] min-h-80 flex-col">{test}</div>}
          </Tabs>
        )}
      </PageBody>
    </>
  );
}

function Fields({
  form: { change, faults, nameError, error, isRestored, discard },
  values,
  id,
  isNew,
}: {
  form: AgentForm;
  values: AgentDefinition;
  id: string;
  isNew: boolean;
}) {
  const { t } = useTranslation(['agents', 'errors']);
  return (
    <>
      {isRestored && (
        <Banner
          action={
            <Button size="small" onPress={() => void discard()}>
              {t('agents:form.discard')}
            </Button>
          }
        >
          {t(isNew ? 'agents:form.restoredNew' : 'agents:form.restored')}
        </Banner>
      )}
      {error && (
        <Banner kind="danger" live="alert">
          {error}
        </Banner>
      )}
      <AvatarField id={id} name={values.name} avatar={values.avatar} onChange={(avatar) => change({ avatar })} />
      <div data-field="name">
        <CountedField
          isRequired
          autoFocus={isNew}
          label={t('agents:form.name')}
          max={LIMITS.agentName.max}
          value={values.name}
          error={nameError || (faults?.name ? t('errors:AGENT_NAME_REQUIRED') : '')}
          onChange={(name) => change({ name })}
        />
      </div>
      <div data-field="introduction">
        <CountedField
          label={t('agents:form.introduction')}
          hint={t('agents:form.introductionHint')}
          max={LIMITS.agentIntroduction.max}
          value={values.introduction}
          error={faults?.introduction ? t('agents:form.fault.introduction', { max: LIMITS.agentIntroduction.max }) : ''}
          onChange={(introduction) => change({ introduction })}
        />
      </div>
      <div data-field="instructions">
        <TextArea
          rows={8}
          label={t('agents:form.instructions')}
          hint={t('agents:form.instructionsHint')}
          placeholder={t('agents:form.instructionsPlaceholder')}
          value={values.instructions}
          error={faults?.instructions ? t('agents:form.fault.instructions', { max: LIMITS.agentInstructions.max }) : ''}
          onChange={(instructions) => change({ instructions })}
        />
      </div>
      <KnowledgeField knowledge={values.knowledge} onChange={(knowledge) => change({ knowledge })} />
      <ModelField model={values.model ?? ''} onChange={(model) => change({ model })} />
      <ToolsField tools={values.tools} onChange={(tools) => change({ tools })} />
      <OpeningsField
        openings={values.openings}
        isTooLong={faults?.openings ?? []}
        onChange={(openings) => change({ openings })}
      />
      <button type="submit" hidden />
    </>
  );
}
