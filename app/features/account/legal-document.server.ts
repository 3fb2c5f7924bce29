/**
 * Metadata of a legal text: its title and description in the visitor's language, and the operator of this installation.
 */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { textsOf } from '~/i18n/server';
import { loadContext } from '../../../server/platform/http/load-context';
import type { LegalDocument, LegalText } from './legal-page';

export async function legalDocument(
  { request, context }: Pick<LoaderFunctionArgs, 'request' | 'context'>,
  of: LegalText,
): Promise<LegalDocument> {
  const { t } = await textsOf(request);
  return {
    title: `${t(`legal:${of}.title`)} · Satchel`,
    description: t(`legal:${of}.text`),
    operator: loadContext(context).operator ?? null,
  };
}
