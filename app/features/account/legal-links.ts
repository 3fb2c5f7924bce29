/** The public legal pages: the section of the `legal` texts that each shows, and its address. */
import { paths } from '~/paths';

export const legalLinks = () =>
  [
    ['terms', paths.usageTerms()],
    ['privacy', paths.privacyPolicy()],
    ['commerce', paths.commerce()],
    ['contact', paths.contact()],
  ] as const;
