/** Structured logs, one line of JSON each on standard output. They contain no credentials. */
import pino, { type DestinationStream, type Logger } from 'pino';
import type { Config } from './config';

const SECRET_FIELDS = [
  'authorization',
  'cookie',
  'set-cookie',
  'x-upload-token',
  'password',
  'accessToken',
  'refreshToken',
  'token',
  'secret',
  'apiKey',
];
/** pino redacts by path: each field at the top level and one and two levels deep. */
const SECRET_PATHS = SECRET_FIELDS.flatMap((field) => [`["${field}"]`, `*["${field}"]`, `*.*["${field}"]`]);

export function createLog(config: Pick<Config, 'logLevel'>, destination?: DestinationStream): Logger {
  const options = {
    level: config.logLevel,
    base: { pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: SECRET_PATHS, censor: '(hidden)' },
    serializers: { err: errorFields },
  };
  return destination ? pino(options, destination) : pino(options);
}

/**
 * The logged fields of an error: never its other properties, which may contain values of a statement or headers of a
 * request.
 */
function errorFields(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const { code } = error as { code?: unknown };
  return {
    type: error.name,
    message: error.message,
    stack: error.stack,
    ...(typeof code === 'string' ? { code } : {}),
    ...(error.cause === undefined ? {} : { cause: errorFields(error.cause) }),
  };
}
