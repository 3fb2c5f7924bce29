import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Switch } from '~/ui/controls/toggle';
import { languageTag, type Language } from '../../../sync/model/languages';
import type { CaptionsStore } from './captions-store';
import { useCell } from './use-cell';

/**
 * Live captions as an option that says where the sound goes, and whether they are stored. They are off until they are
 * turned on, each time.
 */
export function LiveCaptions({ captions, language }: { captions: CaptionsStore; language: Language }) {
  const { t } = useTranslation('recorder');
  const { place, isOn, isKept, text, hasFailed } = useCell(captions.state);
  useEffect(() => () => captions.leave(), [captions]);
  if (place === 'none') return null;
  return (
    <div className="flex flex-col gap-2">
      <Switch isSelected={isOn} onChange={(on) => void captions.turn(on)} hint={t(`captions.${place}`)}>
        {t('captions.label')}
      </Switch>
      <Switch
        isSelected={isOn && isKept}
        isDisabled={!isOn}
        onChange={(kept) => captions.keep(kept)}
        hint={t(isOn && isKept ? 'captions.kept' : 'captions.notKept')}
      >
        {t('captions.keep')}
      </Switch>
      {isOn && (
        <p lang={languageTag(language)} data-captions className="min-h-12 text-14 leading-relaxed text-ink">
          {text || <span className="text-ink-faint">{t('captions.waiting')}</span>}
        </p>
      )}
      {hasFailed && (
        <p role="status" className="text-12 text-warning-ink">
          {t('captions.failed')}
        </p>
      )}
    </div>
  );
}
