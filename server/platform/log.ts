/** Structured logs, one line of JSON each on the standard output. Nothing in them lets a reader act as somebody. */
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
/** pino names paths, so each field stands for itself and for one and two levels of nesting. */
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

/** What of an error goes to the log: never its other properties, which may hold a statement's values or a request's headers. */
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
