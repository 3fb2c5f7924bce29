/** Messages in the person's language, by SMTP, or into the local mailbox (`.eml` files and a page, outside production). */
export interface MailMessage {
  to: string;
  subject: string;
  text: string;
  html: string;
  lang: string;
}
export interface Mailer {
  send(message: MailMessage): Promise<void>;
}
