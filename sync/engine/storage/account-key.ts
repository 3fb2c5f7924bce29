/** Identifier of an account (a person in a company) on this device. */
export const accountKey = (userId: string, companyId: string): string => `${companyId}/${userId}`;
