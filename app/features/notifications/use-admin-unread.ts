import { useQuery } from '~/replica/hooks';

/** The number of unread notifications that this person received as an administrator. */
export function useAdminUnread(): number {
  const unread = useQuery({ kind: 'find', collection: 'notifications', selector: { read: false } });
  return unread?.filter(({ params }) => params['audience'] === 'admin').length ?? 0;
}
