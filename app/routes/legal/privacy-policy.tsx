import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { legalDocument } from '~/features/account/legal-document.server';
import { LegalPage } from '~/features/account/legal-page';

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data?.title ?? 'Satchel' },
  { name: 'description', content: data?.description ?? '' },
];

export const loader = (args: LoaderFunctionArgs) => legalDocument(args, 'privacy');

export default function PrivacyPolicy() {
  return <LegalPage of="privacy" operator={useLoaderData<typeof loader>().operator} />;
}
