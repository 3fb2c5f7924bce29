import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { DocumentPicker } from '~/features/ask/document-picker';
import { stateOf, useAvailable } from '~/features/ask/use-capability';
import { Checkbox, Switch } from '~/ui/controls/toggle';
import type { Project } from '../../../sync/model/kinds/projects';
import type { Research } from '../../../sync/model/kinds/researches';
import { LIMITS } from '../../../sync/model/limits';
import { ALL_SOURCES, OWN_KINDS } from '../../../sync/model/own-kinds';

/** The sources of a research: kinds of own documents, particular projects and documents, and the web. */
export function SourceFields({
  research: { own = ALL_SOURCES, usesWeb },
  project,
  onChange,
}: {
  research: Pick<Research, 'own' | 'usesWeb'>;
  project: Project | null;
  onChange: (change: Partial<Pick<Research, 'own' | 'usesWeb'>>) => void;
}) {
  const { t } = useTranslation('research');
  const title = useId();
  const search = stateOf(useAvailable(), 'search');
  const webProblem =
    project?.webSearchEnabled === false ? t('sources.webProject') : search === 'missing' ? t('sources.webMissing') : '';
  const hasOwn = own.kinds.length > 0 || own.context.some(({ kind }) => kind !== 'projects');
  return (
    <div role="group" aria-labelledby={title} className="flex flex-col gap-4 rounded-card border border-line p-4">
      <div className="flex flex-col gap-2.5">
        <h3 id={title} className="text-14 font-medium text-ink-strong">
          {t('sources.own')}
        </h3>
        <div className="grid grid-cols-2 gap-x-4 gap-y-2 sm:grid-cols-4">
          {OWN_KINDS.map((kind) => (
            <Checkbox
              key={kind}
              isSelected={own.kinds.includes(kind)}
              onChange={(isOn) =>
                onChange({
                  own: { ...own, kinds: OWN_KINDS.filter((each) => (each === kind ? isOn : own.kinds.includes(each))) },
                })
              }
            >
              {t(`sources.kind.${kind}`)}
            </Checkbox>
          ))}
        </div>
      </div>
      <DocumentPicker
        label={t('sources.only')}
        placeholder={t('sources.search')}
        hint={t(
          own.context.length > 0 ? 'sources.onlyThese' : project ? 'sources.onlyProject' : 'sources.onlyNone',
          project ? { project: project.title } : {},
        )}
        full={t('sources.full', { max: LIMITS.questionContext.max })}
        chosen={own.context}
        onChange={(context) => onChange({ own: { ...own, context } })}
      />
      <div className="border-t border-line pt-4">
        <Switch
          isSelected={usesWeb && webProblem === ''}
          isDisabled={webProblem !== ''}
          onChange={(isOn) => onChange({ usesWeb: isOn })}
          hint={webProblem || t(usesWeb ? 'sources.webHint' : 'sources.webOff')}
        >
          {t('sources.web')}
        </Switch>
      </div>
      {!hasOwn && (!usesWeb || webProblem !== '') && (
        <p role="alert" className="text-13 text-danger-ink">
          {t('sources.none')}
        </p>
      )}
    </div>
  );
}
