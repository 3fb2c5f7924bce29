/** What tells accounts of one device apart: a person in a company. */
export const accountKey = (userId: string, companyId: string): string => `${companyId}/${userId}`;
