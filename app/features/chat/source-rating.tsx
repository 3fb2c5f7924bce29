import { ThumbsDown } from 'lucide-react';
import { useRef, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { reportFailure } from '~/features/failures/report-failure';
import { run } from '~/replica/client';
import { Button } from '~/ui/controls/button';
import { IconButton } from '~/ui/controls/icon-button';
import type { Answer, AnswerSource } from '../../../sync/model/kinds/answers';

export interface Rating {
  isUseless: boolean;
  /** rates the passage as useless, or removes the rating; offline the call waits in the outbox */
  rate: (isUseless: boolean) => void;
  button: RefObject<HTMLButtonElement>;
}

/** The rating of a passage. A rating made on this screen is shown until the answer arrives with it. */
export function useRating({ id, rev }: Pick<Answer, 'id' | 'rev'>, source: AnswerSource): Rating {
  const { t } = useTranslation('errors');
  const [pressed, setPressed] = useState<{ rev: string; isUseless: boolean } | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  return {
    isUseless: pressed?.rev === rev ? pressed.isUseless : source.isUseless === true,
    rate: (isUseless) => {
      setPressed({ rev, isUseless });
      run('chat.rateSource', { turnId: id, source: source.no, isUseless }).catch((error: unknown) => {
        setPressed(null);
        reportFailure(t, error);
      });
    },
    button,
  };
}

export function UselessButton({ rating: { isUseless, rate, button } }: { rating: Rating }) {
  const { t } = useTranslation('chat');
  return (
    <IconButton
      ref={button}
      size="small"
      label={t('sources.useless')}
      isActive={isUseless}
      icon={<ThumbsDown aria-hidden size={14} />}
      onPress={() => rate(!isUseless)}
    />
  );
}

/** Shown instead of a passage that was rated as useless: the effect of the rating, and undo. */
export function UselessNote({ rating: { rate, button }, canRate }: { rating: Rating; canRate: boolean }) {
  const { t } = useTranslation(['chat', 'common']);
  return (
    <p role="status" className="flex flex-wrap items-center gap-x-2 text-13 leading-relaxed text-ink-muted">
      {t('chat:sources.isUseless')}
      {canRate && (
        <Button
          size="small"
          variant="quiet"
          onPress={() => {
            rate(false);
            // this button is removed together with the note
            button.current?.focus();
          }}
        >
          {t('common:undo')}
        </Button>
      )}
    </p>
  );
}
