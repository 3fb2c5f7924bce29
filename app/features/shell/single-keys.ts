import { useAccount, useQuery } from '~/replica/hooks';

/** Whether single keys act: on unless this person turned them off. */
export function useSingleKeys(): boolean {
  const account = useAccount();
  const preferences = useQuery({ kind: 'one', collection: 'preferences', id: account?.userId ?? 'nobody' });
  return preferences?.singleKeyShortcuts ?? true;
}
