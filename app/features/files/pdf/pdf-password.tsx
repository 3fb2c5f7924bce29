import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '~/ui/controls/button';
import { TextField } from '~/ui/controls/field';

export interface PasswordQuestion {
  isWrong: boolean;
  answer: (password: string | null) => void;
}

/** Asks for the password of an encrypted file. The password stays in this page and is not stored. */
export function PdfPassword({ question }: { question: PasswordQuestion }) {
  const { t } = useTranslation(['files', 'common']);
  const [password, setPassword] = useState('');
  return (
    <form
      className="mx-auto flex w-full max-w-sm flex-col gap-3 p-6"
      onSubmit={(event) => {
        event.preventDefault();
        question.answer(password);
        setPassword('');
      }}
    >
      <p className="text-14 text-ink">{t('files:pdf.encrypted')}</p>
      <TextField
        autoFocus
        type="password"
        label={t('files:pdf.password')}
        value={password}
        error={question.isWrong ? t('files:pdf.wrongPassword') : ''}
        onChange={setPassword}
      />
      <div className="flex gap-2">
        <Button type="submit" variant="primary" isDisabled={password === ''}>
          {t('common:open')}
        </Button>
        <Button variant="quiet" onPress={() => question.answer(null)}>
          {t('common:cancel')}
        </Button>
      </div>
    </form>
  );
}
