import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { reportFailure } from '~/features/failures/report-failure';
import { run } from '~/replica/client';
import { Badge } from '~/ui/data/badge';
import { Button } from '~/ui/controls/button';
import { Card } from '~/ui/layout/card';
import { RelativeTime } from '~/ui/data/relative-time';
import { toast } from '~/ui/feedback/toast';
import type { ConflictVersion } from '../../../sync/engine/storage/device-rows';
import { yjsField } from '../../../sync/model/kinds';
import { dynamicKeys } from '~/i18n/dynamic-keys';

/** A formatted value. */
function shown(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–';
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value === 'object' && 'name' in value && typeof value.name === 'string') return value.name;
  return JSON.stringify(value, null, 2);
}

/**
 * Two edits of one field, or an edit and a deletion: both are shown with the current one marked; either can be chosen.
 */
export function ConflictCard({ version }: { version: ConflictVersion }) {
  const { t } = useTranslation(['outbox', 'errors']);
  const deletion = version.field === '_deleted';
  const [running, setRunning] = useState<'mine' | 'theirs' | null>(null);
  const translate = dynamicKeys(t);
  const field = translate(`outbox:field.${version.field.split('.')[0]!}`, { defaultValue: version.field });
  const take = async (which: 'mine' | 'theirs') => {
    setRunning(which);
    try {
      await run('conflict.resolve', { id: version.id, take: which });
      toast.success(t('outbox:conflict.done'));
    } catch (error) {
      reportFailure(t, error);
    } finally {
      setRunning(null);
    }
  };
  return (
    <Card
      title={
        version.title ||
        translate(`outbox:collection.${version.collection}`, { defaultValue: t('outbox:kind.document') })
      }
      action={<RelativeTime at={version.at} className="text-12 text-ink-muted" />}
    >
      <p className="mb-3 text-13 text-ink-muted">
        {t(
          deletion
            ? 'outbox:conflict.deletion'
            : yjsField(version.collection) !== null
              ? 'outbox:conflict.dropped'
              : 'outbox:conflict.field',
          { field },
        )}
      </p>
      <div className="grid gap-3 sm:grid-cols-2">
        {(['mine', 'theirs'] as const).map((which) => (
          <div key={which} className="flex flex-col gap-2 rounded-control border border-line bg-paper p-3">
            <div className="flex min-h-5 items-center justify-between gap-2">
              <h3 className="text-13">{t(`outbox:conflict.${which}`)}</h3>
              {version.stands === which && <Badge tone="accent">{t('outbox:conflict.current')}</Badge>}
            </div>
            <p className="max-h-48 overflow-auto whitespace-pre-wrap text-14 leading-relaxed">
              {deletion
                ? t(version[which] === true ? 'outbox:conflict.deleted' : 'outbox:conflict.edited')
                : shown(version[which])}
            </p>
            <Button
              size="small"
              className="mt-auto self-start"
              isLoading={running === which}
              isDisabled={running !== null}
              onPress={() => void take(which)}
            >
              {t(
                version.stands === which
                  ? 'outbox:conflict.keep'
                  : `outbox:conflict.${which === 'mine' ? 'takeMine' : 'takeTheirs'}`,
              )}
            </Button>
          </div>
        ))}
      </div>
    </Card>
  );
}
