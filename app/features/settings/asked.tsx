/** A list of the settings that is loaded from the server: with a skeleton, and a retry after a failure. */
import { useCallback, useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '~/features/failures/error-text';
import { Banner } from '~/ui/feedback/banner';
import { Button } from '~/ui/controls/button';
import { SkeletonRows } from '~/ui/feedback/skeleton';

export interface Asked<T> {
  state: { is: 'loading' } | { is: 'loaded'; value: T } | { is: 'failed'; error: unknown };
  /** Reloads; the current list stays until the answer. */
  load(): Promise<void>;
  /** Reloads with a skeleton. */
  again(): void;
}

/** `ask`: must be stable between renders. */
export function useAsked<T>(ask: () => Promise<T>): Asked<T> {
  const [state, setState] = useState<Asked<T>['state']>({ is: 'loading' });
  const load = useCallback(async () => {
    try {
      setState({ is: 'loaded', value: await ask() });
    } catch (error) {
      setState({ is: 'failed', error });
    }
  }, [ask]);
  useEffect(() => void load(), [load]);
  return {
    state,
    load,
    again: () => {
      setState({ is: 'loading' });
      void load();
    },
  };
}

/** `failed`: text before the reason. */
export function AskedList<T>({
  asked: { state, again },
  failed,
  children,
}: {
  asked: Asked<T>;
  failed: string;
  children: (value: T) => ReactNode;
}) {
  const { t } = useTranslation(['common', 'errors']);
  if (state.is === 'loading') return <SkeletonRows rows={2} />;
  if (state.is === 'loaded') return children(state.value);
  return (
    <Banner
      kind="warning"
      action={
        <Button size="small" onPress={again}>
          {t('common:retry')}
        </Button>
      }
    >
      {failed} {errorText(t, state.error)}
    </Banner>
  );
}
