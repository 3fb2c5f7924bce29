/** Who may sign in (specification: organization 8, USER_LOGIN_FORBIDDEN). */

/** A disabled account may not, nor one whose address nobody has proven to be theirs. */
export const maySignIn = (user: { enabled: boolean; mailbox_proven_at: number | null }): boolean => user.enabled && user.mailbox_proven_at !== null;
