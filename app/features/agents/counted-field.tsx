import { useTranslation } from 'react-i18next';
import { TextField, type TextFieldProps } from '~/ui/controls/field';
import { clean, graphemeLength } from '../../../sync/model/text';

/** A text field with the number of its characters and the limit. */
export function CountedField({ max, hint, value, ...rest }: TextFieldProps & { max: number; value: string }) {
  const { t } = useTranslation('agents');
  return (
    <TextField
      {...rest}
      value={value}
      hint={
        <span className="flex gap-3">
          <span className="min-w-0 flex-1">{hint}</span>
          <span className="tabular shrink-0">{t('form.count', { count: graphemeLength(clean(value)), max })}</span>
        </span>
      }
    />
  );
}
