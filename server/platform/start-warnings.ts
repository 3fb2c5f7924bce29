/** Warnings about a configuration with which Satchel starts but that an operator should fix. */
import type { Logger } from 'pino';
import type { Config } from './config';

export function warnAtStart({ production, operator }: Config, log: Pick<Logger, 'warn'>): void {
  if (production && !operator)
    log.warn('The public legal pages name no operator. Set OPERATOR_NAME, OPERATOR_ADDRESS and OPERATOR_MAIL.');
}
