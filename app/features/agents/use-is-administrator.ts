import { useAccount } from '~/replica/hooks';

/** Whether the person is an administrator of the present organization; the server checks it again. */
export function useIsAdministrator(): boolean {
  const account = useAccount();
  const role = account?.companies.find(({ id }) => id === account.companyId)?.role;
  return role === 'owner' || role === 'admin';
}
