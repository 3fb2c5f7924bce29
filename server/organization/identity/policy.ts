/** Who may sign in (specification: organization 8, USER_LOGIN_FORBIDDEN). */

/** A disabled account may not, nor one whose address is not confirmed yet. */
export const maySignIn = (user: { enabled: boolean; actived: boolean }): boolean => user.enabled && user.actived;
