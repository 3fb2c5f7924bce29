import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Switch } from '~/ui/controls/toggle';
import { languageTag, type Language } from '../../../sync/model/languages';
import { captionsPlace, hasCaptions, startCaptions, type CaptionsPlace } from './captions';

/** Live captions as an option that says where the sound goes. They are off until they are turned on, each time. */
export function LiveCaptions({ language, isActive }: { language: Language; isActive: boolean }) {
  const { t } = useTranslation('recorder');
  const tag = languageTag(language);
  // until it is known, what the person may have to accept
  const [place, setPlace] = useState<CaptionsPlace>(() => (hasCaptions() ? 'service' : 'none'));
  const [isOn, setOn] = useState(false);
  const [text, setText] = useState('');
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (!isOn || !isActive || place === 'none') return;
    return startCaptions({
      language: tag,
      place,
      onText: setText,
      onFailed: () => {
        setOn(false);
        setFailed(true);
      },
    });
  }, [isOn, isActive, place, tag]);
  if (place === 'none') return null;
  const change = async (on: boolean): Promise<void> => {
    setFailed(false);
    setText('');
    if (on) setPlace(await captionsPlace(tag));
    setOn(on);
  };
  return (
    <div className="flex flex-col gap-2">
      <Switch isSelected={isOn} onChange={(on) => void change(on)} hint={t(`captions.${place}`)}>
        {t('captions.label')}
      </Switch>
      {isOn && (
        <p lang={tag} data-captions className="min-h-12 text-14 leading-relaxed text-ink">
          {text || <span className="text-ink-faint">{t('captions.waiting')}</span>}
        </p>
      )}
      {failed && (
        <p role="status" className="text-12 text-warning-ink">
          {t('captions.failed')}
        </p>
      )}
    </div>
  );
}
