/**
 * Metadata of a legal text: its title and description in the visitor's language, and the operator of this installation.
 */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { languageOfRequest } from '~/i18n/languages';
import { languagesOf } from '~/i18n/server';
import { loadContext } from '../../../server/platform/http/load-context';
import type { LegalDocument, LegalText } from './legal-page';

export async function legalDocument(
  { request, context }: Pick<LoaderFunctionArgs, 'request' | 'context'>,
  of: LegalText,
): Promise<LegalDocument> {
  const { t } = await languagesOf(languageOfRequest(request.headers));
  return {
    title: `${t(`legal:${of}.title`)} · Satchel`,
    description: t(`legal:${of}.text`),
    operator: loadContext(context).operator ?? null,
  };
}
