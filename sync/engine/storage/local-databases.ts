/**
 * Names of the databases that the service worker reads, without the libraries that open them elsewhere. Names contain
 * company and user.
 */
export const DEVICE_DATABASES = 'satchel-device-';
export const KEY_DATABASES = 'satchel-keys-';

export const deviceDatabaseName = (userId: string, companyId: string): string =>
  `${DEVICE_DATABASES}${companyId}-${userId}`;
export const keyDatabaseName = (userId: string, companyId: string): string => `${KEY_DATABASES}${companyId}-${userId}`;
