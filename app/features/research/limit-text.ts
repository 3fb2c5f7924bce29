import type { TFunction } from 'i18next';
import { errorText } from '~/features/failures/error-text';
import type { ReportLimit } from '../../../sync/model/kinds/reports';

const BUDGETS = ['sources', 'minutes', 'tokens', 'money'] as const;

/** Text for a limit of a report. `t` must have loaded `research` and `errors`. */
export function limitText(
  t: TFunction<readonly ['research', 'errors', ...string[]]>,
  { kind, title, url, error, count }: ReportLimit,
): string {
  const reason = error === '' ? '' : ` (${errorText(t, { code: error })})`;
  switch (kind) {
    case 'budget': {
      const name = BUDGETS.find((each) => each === error);
      return t('research:limit.budget', { title: name ? t(`research:budgetName.${name}`) : error });
    }
    case 'source':
      return t('research:limit.source', { title: title || url }) + reason;
    case 'question':
      return t('research:limit.question', { title });
    case 'closest':
      return t('research:limit.closest', { title });
    case 'unverified':
      return t('research:limit.unverified', { title }) + reason;
    case 'stopped':
      return t('research:limit.stopped') + reason;
    case 'noWeb':
      return t('research:limit.noWeb');
    default:
      return t(`research:limit.${kind}`, { count });
  }
}
