import { useAccount, useQuery } from '~/replica/hooks';

/** Whether single-key shortcuts are enabled: unless this person disabled them. */
export function useSingleKeys(): boolean {
  const account = useAccount();
  const preferences = useQuery({ kind: 'one', collection: 'preferences', id: account?.userId ?? 'nobody' });
  return preferences?.singleKeyShortcuts ?? true;
}
