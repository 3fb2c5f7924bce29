/** Sends messages by SMTP. */
import nodemailer from 'nodemailer';
import type { Mailer } from './mailer';

export function createSmtpMailer(smtpUrl: string, from: string): Mailer {
  const transport = nodemailer.createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: 3,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
  });
  return {
    async send({ to, subject, text, html, lang, headers }) {
      await transport.sendMail({
        from,
        to,
        subject,
        text,
        html,
        headers: { 'Content-Language': lang.replace('_', '-'), ...headers },
      });
    },
  };
}
