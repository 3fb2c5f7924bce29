import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '~/ui/controls/button';
import { TextField } from '~/ui/controls/field';
import { IconButton } from '~/ui/controls/icon-button';
import { LIMITS } from '../../../sync/model/limits';

/** Field for the questions that a new chat suggests, in order. */
export function OpeningsField({
  openings,
  isTooLong,
  onChange,
}: {
  openings: readonly string[];
  /** for each question */
  isTooLong: readonly boolean[];
  onChange: (openings: string[]) => void;
}) {
  const { t } = useTranslation('agents');
  const id = useId();
  const place = useRef<HTMLDivElement>(null);
  /** index of the field to focus after the next change */
  const wanted = useRef<number | null>(null);
  useEffect(() => {
    if (wanted.current === null) return;
    place.current?.querySelectorAll<HTMLElement>('input')[wanted.current]?.focus();
    wanted.current = null;
  }, [openings]);
  const swap = (at: number, with_: number): void => {
    const next = [...openings];
    [next[at], next[with_]] = [next[with_]!, next[at]!];
    wanted.current = with_;
    onChange(next);
  };
  return (
    <div ref={place} role="group" aria-labelledby={id} className="flex flex-col gap-2">
      <h2 id={id} className="text-13 font-medium text-ink">
        {t('form.openings')}
      </h2>
      <p className="text-12 text-ink-muted">{t('form.openingsHint', { max: LIMITS.agentOpenings })}</p>
      {openings.map((opening, at) => (
        <div key={at} className="flex items-start gap-1" data-field={`opening${at}`}>
          <TextField
            aria-label={t('form.opening', { number: at + 1 })}
            placeholder={t('form.openingPlaceholder')}
            value={opening}
            error={isTooLong[at] ? t('form.fault.opening', { max: LIMITS.agentOpening.max }) : ''}
            onChange={(text) => onChange(openings.map((each, i) => (i === at ? text : each)))}
            className="min-w-0 flex-1"
          />
          <IconButton
            label={t('form.openingUp', { number: at + 1 })}
            icon={<ArrowUp aria-hidden size={16} />}
            isDisabled={at === 0}
            onPress={() => swap(at, at - 1)}
          />
          <IconButton
            label={t('form.openingDown', { number: at + 1 })}
            icon={<ArrowDown aria-hidden size={16} />}
            isDisabled={at === openings.length - 1}
            onPress={() => swap(at, at + 1)}
          />
          <IconButton
            label={t('form.openingRemove', { number: at + 1 })}
            icon={<X aria-hidden size={16} />}
            onPress={() => {
              wanted.current = Math.max(0, at - 1);
              onChange(openings.filter((_, i) => i !== at));
            }}
          />
        </div>
      ))}
      {openings.length < LIMITS.agentOpenings && (
        <Button
          size="small"
          className="self-start"
          icon={<Plus aria-hidden size={16} />}
          onPress={() => {
            wanted.current = openings.length;
            onChange([...openings, '']);
          }}
        >
          {t('form.openingAdd')}
        </Button>
      )}
    </div>
  );
}
