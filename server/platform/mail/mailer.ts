/** Sends messages, written in the recipient's language, by SMTP or into the local mailbox. */
export interface MailMessage {
  to: string;
  subject: string;
  text: string;
  html: string;
  lang: string;
  /** further headers, such as List-Unsubscribe */
  headers?: Readonly<Record<string, string>>;
}
export interface Mailer {
  send(message: MailMessage): Promise<void>;
}
