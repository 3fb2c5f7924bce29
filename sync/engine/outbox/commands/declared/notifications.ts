/** Notifications. */

export interface NotificationCommands {
  'notification.read': { input: { ids: string[] | 'all' }; output: null };
  'notification.delete': { input: { ids: string[] }; output: null };
}
