/** Title and description of a legal text's document, in the visitor's language. */
import { languageOfRequest } from '~/i18n/languages';
import { languagesOf } from '~/i18n/server';
import type { LegalText } from './legal-page';

export async function legalDocument(request: Request, of: LegalText): Promise<{ title: string; description: string }> {
  const { t } = await languagesOf(languageOfRequest(request.headers));
  return { title: `${t(`legal:${of}.title`)} · Satchel`, description: t(`legal:${of}.text`) };
}
