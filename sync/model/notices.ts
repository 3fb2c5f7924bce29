/**
 * The kinds of notifications with their default ways of delivery. Read by the settings, the server's delivery and the
 * list of notifications.
 */
export const MAIL_TIMES = ['now', 'daily', 'never'] as const;
export type MailTime = (typeof MAIL_TIMES)[number];

export type NoticeAudience = 'user' | 'admin';

export interface NoticeKind {
  audience: NoticeAudience;
  /** null: the event has an e-mail of its own, which cannot be switched off here */
  mail: MailTime | null;
  push: boolean;
  /**
   * its text contains the title of the document `subjectId`; the recipient must still be able to read it at delivery
   */
  hasTitle: boolean;
}

const kind = (audience: NoticeAudience, mail: MailTime | null, push: boolean): NoticeKind => ({
  audience,
  mail,
  push,
  hasTitle: false,
});
const titled = (mail: MailTime, push: boolean): NoticeKind => ({ ...kind('user', mail, push), hasTitle: true });

export const NOTICES = {
  projectShared: titled('daily', true),
  noteShared: titled('daily', true),
  noteMention: titled('daily', true),
  meetingShared: titled('daily', true),
  meetingRenamed: titled('never', false),
  accessRequested: titled('now', true),
  projectChanged: titled('never', false),
  transcriptReady: titled('never', true),
  transcriptFailed: titled('never', true),
  transcriptionWaiting: titled('never', false),
  summaryReady: titled('never', true),
  summaryFailed: titled('never', true),
  websiteRead: titled('never', true),
  websiteFailed: titled('never', true),
  answerReady: titled('never', true),
  answerFailed: titled('never', true),
  researchAsks: titled('never', true),
  researchReady: titled('never', true),
  researchFailed: titled('never', true),
  agentAsks: titled('never', true),
  agentApproved: kind('user', 'never', true),
  agentRefused: kind('user', 'never', true),
  handedOver: kind('user', 'daily', true),
  retentionDeleted: kind('user', 'never', false),
  ownershipReceived: kind('user', null, true),
  joinRequestWaiting: kind('admin', null, true),
  agentWaiting: kind('admin', 'never', false),
  answerReported: kind('admin', 'never', false),
  memberJoined: kind('admin', 'never', false),
} as const satisfies Record<string, NoticeKind>;
export type NoticeName = keyof typeof NOTICES;

export const NOTICE_NAMES = Object.keys(NOTICES) as NoticeName[];

/** A kind by its name. An unknown kind of a newer server counts as personal, and is shown only in the app. */
export const noticeKind = (name: string): NoticeKind =>
  Object.hasOwn(NOTICES, name) ? NOTICES[name as NoticeName] : kind('user', 'never', false);

export interface NoticeChoice {
  app: boolean;
  mail: MailTime;
  push: boolean;
}

/** A person's choices for a kind. A kind that is switched off in the app is not delivered in any other way. */
export function choiceOf(
  preferences: {
    mutedKinds: readonly string[];
    notices?: readonly { id: string; mail: MailTime; push: boolean }[] | undefined;
  } | null,
  name: string,
): NoticeChoice {
  const { mail, push } = noticeKind(name);
  const chosen = preferences?.notices?.find(({ id }) => id === name);
  return {
    app: !preferences?.mutedKinds.includes(name),
    mail: mail === null ? 'never' : (chosen?.mail ?? mail),
    push: chosen?.push ?? push,
  };
}
