import type { MetaFunction } from '@remix-run/node';
import { LegalPage } from '~/features/account/legal-page';

export const meta: MetaFunction = () => [{ title: 'Satchel' }];

export default function SpecificBased() {
  return <LegalPage of="commerce" />;
}
