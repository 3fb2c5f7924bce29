/**
 * The configuration, read once at start from the environment. An invalid value stops the start with a sentence that
 * names the variable. docs/operations.md has the table for operators.
 */
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import ipaddr from 'ipaddr.js';
import * as v from 'valibot';
import { isPrivateHostEntry } from '../../sync/model/private-hosts';
import { readOauthClients, type OauthClient } from './oauth-clients';
import { OperatorError } from './operator-error';
import { PROVIDER_VARIABLES, readProviders, type ProviderConfig } from './provider-config';

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** Its message is one sentence that names the invalid variable and the expected value. */
export class ConfigError extends OperatorError {
  override readonly name = 'ConfigError';
}

const text = v.pipe(v.string(), v.trim());
const address = (protocols: readonly string[]) =>
  v.pipe(
    text,
    v.check(
      (value) => {
        try {
          return protocols.includes(new URL(value).protocol);
        } catch {
          return false;
        }
      },
      `must be an address that begins with ${protocols.map((p) => `${p}//`).join(' or ')}`,
    ),
  );
const web = address(['http:', 'https:']);
const yesNo = v.pipe(
  text,
  v.picklist(['true', 'false', '1', '0'], 'must be true or false'),
  v.transform((value) => value === 'true' || value === '1'),
);
const origin = v.pipe(
  web,
  v.check(
    (value) => /^\/?$/.test(new URL(value).pathname) && !new URL(value).search,
    'must be an origin without a path, such as https://satchel.example',
  ),
  v.transform((value) => new URL(value).origin),
);
const base = v.pipe(
  web,
  v.transform((value) => value.replace(/\/+$/, '')),
);
const port = v.pipe(
  text,
  v.regex(/^\d+$/, 'must be a port number from 0 to 65535'),
  v.transform(Number),
  v.maxValue(65535, 'must be a port number from 0 to 65535'),
);
const count = v.pipe(text, v.regex(/^[1-9]\d{0,5}$/, 'must be a number from 1 to 999999'), v.transform(Number));
const line = v.pipe(text, v.maxLength(300, 'must have at most 300 characters'));
function listOf(value: string): string[] {
  return value
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean);
}

const networks = v.pipe(
  text,
  v.transform(listOf),
  v.check(
    (list) => list.every(isNetwork),
    'must be addresses or networks with commas between them, such as 10.0.0.0/8',
  ),
);

const privateHosts = v.pipe(
  text,
  v.transform((value) => listOf(value).map((host) => host.toLowerCase())),
  v.check(
    (list) => list.every(isPrivateHostEntry),
    'must be hosts with commas between them, such as wiki.corp.example, *.corp.example:8090 or 10.20.0.0/16',
  ),
);

function isNetwork(value: string): boolean {
  const [ip = '', bits, more] = value.split('/');
  // ipaddr.js also accepts 0177.0.0.1 and 10.1; IPv4 addresses must have four decimal parts.
  if (more !== undefined || !(ipaddr.IPv4.isValidFourPartDecimal(ip) || ipaddr.IPv6.isValid(ip))) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (ip.includes(':') ? 128 : 32));
}

/** number of runs that mostly wait for a language model */
const sideBySide = v.pipe(
  text,
  v.regex(/^([1-9]\d?|1\d\d|200)$/, 'must be a number from 1 to 200'),
  v.transform(Number),
);

const Environment = v.object({
  NODE_ENV: v.optional(text),
  PORT: v.optional(port, '3000'),
  HOST: v.optional(v.pipe(text, v.nonEmpty('must not be empty')), '0.0.0.0'),
  DATA_DIR: v.optional(v.pipe(text, v.nonEmpty('must not be empty')), './data'),
  BACKUP_DIR: v.optional(v.pipe(text, v.nonEmpty('must not be empty'))),
  DATABASE_URL: v.optional(address(['postgres:', 'postgresql:'])),
  DATABASE_POOL_SIZE: v.optional(
    v.pipe(
      text,
      v.regex(/^([2-9]|[1-9]\d{1,2})$/, 'must be a number of connections from 2 to 999'),
      v.transform(Number),
    ),
    '10',
  ),
  S3_BUCKET: v.optional(v.pipe(text, v.nonEmpty('must not be empty'))),
  S3_REGION: v.optional(text, 'us-east-1'),
  S3_ENDPOINT: v.optional(web),
  S3_ACCESS_KEY_ID: v.optional(text),
  S3_SECRET_ACCESS_KEY: v.optional(text),
  S3_FORCE_PATH_STYLE: v.optional(yesNo, 'false'),
  SMTP_URL: v.optional(address(['smtp:', 'smtps:'])),
  MAIL_FROM: v.optional(
    v.pipe(
      text,
      v.regex(/^[^\r\n]*[^\s@<]+@[^\s@>]+>?$/, 'must be a mail address, such as Satchel <no-reply@satchel.example>'),
    ),
    'Satchel <no-reply@localhost.invalid>',
  ),
  PUBLIC_ORIGIN: v.optional(origin),
  OPERATOR_NAME: v.optional(line),
  OPERATOR_ADDRESS: v.optional(line),
  OPERATOR_MAIL: v.optional(v.pipe(line, v.email('must be a mail address, such as contact@satchel.example'))),
  OPERATOR_REPRESENTATIVE: v.optional(line),
  OPERATOR_REGISTER: v.optional(line),
  ORGANIZATION_API_URL: v.optional(base),
  CORE_API_URL: v.optional(base),
  RESEARCH_API_URL: v.optional(base),
  TRUSTED_PROXIES: v.optional(networks, ''),
  REGION_HEADER: v.optional(
    v.pipe(
      text,
      v.regex(/^[A-Za-z0-9-]{1,64}$/, 'must be the name of a header, such as CF-IPCountry'),
      v.transform((name) => name.toLowerCase()),
    ),
  ),
  LOG_LEVEL: v.optional(v.pipe(text, v.picklist(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`)), 'info'),
  STREAMS_PER_SESSION: v.optional(count, '20'),
  STREAMS_PER_PERSON: v.optional(count, '100'),
  SERVICE_LIMITS: v.optional(text, ''),
  RESEARCHES_AT_ONCE: v.optional(sideBySide, '8'),
  CHAT_ANSWERS_AT_ONCE: v.optional(sideBySide, '32'),
  METRICS_TOKEN: v.optional(v.pipe(text, v.minLength(16, 'must have at least 16 characters'))),
  SATCHEL_SECRET: v.optional(v.pipe(text, v.minLength(32, 'must have at least 32 characters'))),
  SATCHEL_DEMO: v.optional(yesNo),
  ...PROVIDER_VARIABLES,
  AI_PRIVATE_ADDRESSES: v.optional(yesNo, 'false'),
  LINK_PRIVATE_HOSTS: v.optional(privateHosts, ''),
  TRANSCRIPTION_API_URL: PROVIDER_VARIABLES.CHAT_API_URL,
  TRANSCRIPTION_API_KEY: PROVIDER_VARIABLES.CHAT_API_KEY,
  TRANSCRIPTION_MODEL: v.optional(v.pipe(text, v.nonEmpty('must not be empty')), 'whisper-1'),
  DIARIZATION_API_URL: PROVIDER_VARIABLES.CHAT_API_URL,
  OAUTH_CLIENTS_FILE: v.optional(v.pipe(text, v.nonEmpty('must not be empty'))),
  DESKTOP_SCHEME: v.optional(
    v.pipe(
      text,
      v.regex(
        /^(?!(https?|wss?|ftp|file|data|blob|javascript|vbscript|about|mailto|tel|sms|intent|chrome|view-source)$)[a-z][a-z0-9+.-]{2,30}$/,
        "must be a scheme of the desktop app's own, such as satchel",
      ),
    ),
  ),
});
/** Names of all variables, in the order of the declaration. */
export const VARIABLES: readonly string[] = Object.keys(Environment.entries);

export interface S3Config {
  bucket: string;
  region: string;
  endpoint: string | undefined;
  /** undefined: the credentials of the machine (AWS default provider chain) */
  credentials: { accessKeyId: string; secretAccessKey: string } | undefined;
  forcePathStyle: boolean;
}

/** Operator of this installation, for the public legal pages. */
export interface Operator {
  name: string;
  /** postal address; may contain line breaks */
  address: string;
  mail: string;
  representative?: string | undefined;
  /** such as 'Amtsgericht Hamburg, HRB 12345' */
  register?: string | undefined;
}

export interface Config {
  port: number;
  host: string;
  /** absolute path of the data folder */
  dataDir: string;
  /** absolute path of the folder of backups; undefined with a database server, which has backups of its own */
  backupDir: string | undefined;
  /** undefined: the embedded database in the data folder */
  databaseUrl: string | undefined;
  /** size of this process's connection pool to a database server */
  databasePoolSize: number;
  /** undefined: files in the data folder */
  s3: S3Config | undefined;
  /** undefined: the local mailbox */
  smtpUrl: string | undefined;
  mailFrom: string;
  /** public origin, without a path; undefined: derived from each request */
  publicOrigin: string | undefined;
  /** undefined: the legal pages state that the operator is not named */
  operator: Operator | undefined;
  /** base addresses of services that run elsewhere */
  apis: { organization: string | undefined; core: string | undefined; research: string | undefined };
  /** addresses and networks whose X-Forwarded-* headers are trusted; none by default */
  trustedProxies: readonly string[];
  /** lower-case name of the header in which a trusted proxy sends the client's country; undefined: no such header */
  regionHeader: string | undefined;
  logLevel: (typeof LOG_LEVELS)[number];
  /** limits of concurrently open event streams in this process */
  streams: { perSession: number; perPerson: number };
  /** the operator's limits of services, as server/usage/limits.ts reads them; '' for none */
  serviceLimits: string;
  /** deep researches that this process plans, and that it works on, side by side */
  researchesAtOnce: number;
  /** answers of chats that this process works on side by side, and as many works of agents */
  chatAnswersAtOnce: number;
  metricsToken: string | undefined;
  production: boolean;
  /** fill an empty installation with the demo company */
  demo: boolean;
  /** secret of this installation, from which the keys of tokens and of sealed values are derived */
  secret: string;
  transcription: { url: string; apiKey: string | undefined; model: string } | undefined;
  diarizationUrl: string | undefined;
  providers: ProviderConfig;
  /** hosts outside the public internet that links may lead to (sync/model/private-hosts.ts) */
  linkPrivateHosts: readonly string[];
  /** registered third-party applications */
  oauthClients: readonly OauthClient[];
  /** URL scheme of the desktop app, without a colon */
  desktopScheme: string;
}

/** Reads the configuration. Throws ConfigError. Creates the data folder and, without SATCHEL_SECRET, a secret in it. */
export function readConfig(env: Record<string, string | undefined>, cwd = process.cwd()): Config {
  const e = parse(env);
  const production = e.NODE_ENV === 'production';
  const dataDir = resolve(cwd, e.DATA_DIR);
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw new ConfigError(`DATA_DIR must name a folder that Satchel may write to; "${dataDir}" cannot be made.`, {
      cause,
    });
  }
  if (!e.S3_ACCESS_KEY_ID !== !e.S3_SECRET_ACCESS_KEY)
    throw new ConfigError('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set together.');
  if (e.S3_ENDPOINT && !e.S3_BUCKET) throw new ConfigError('S3_BUCKET must be set where S3_ENDPOINT is.');
  if (e.REGION_HEADER && e.TRUSTED_PROXIES.length === 0)
    throw new ConfigError(
      'TRUSTED_PROXIES must be set where REGION_HEADER is: the header is believed from those proxies only.',
    );
  if (e.TRANSCRIPTION_API_KEY && !e.TRANSCRIPTION_API_URL)
    throw new ConfigError('TRANSCRIPTION_API_URL must be set where TRANSCRIPTION_API_KEY is.');
  if (!e.SATCHEL_SECRET && e.DATABASE_URL)
    throw new ConfigError(
      'SATCHEL_SECRET must be set where DATABASE_URL is, the same for all processes; make one with "openssl rand -hex 32".',
    );
  return {
    port: e.PORT,
    host: e.HOST,
    dataDir,
    backupDir: e.DATABASE_URL ? undefined : resolve(cwd, e.BACKUP_DIR ?? join(dataDir, 'backups')),
    databaseUrl: e.DATABASE_URL,
    databasePoolSize: e.DATABASE_POOL_SIZE,
    s3: e.S3_BUCKET
      ? {
          bucket: e.S3_BUCKET,
          region: e.S3_REGION,
          endpoint: e.S3_ENDPOINT,
          forcePathStyle: e.S3_FORCE_PATH_STYLE,
          credentials:
            e.S3_ACCESS_KEY_ID && e.S3_SECRET_ACCESS_KEY
              ? { accessKeyId: e.S3_ACCESS_KEY_ID, secretAccessKey: e.S3_SECRET_ACCESS_KEY }
              : undefined,
        }
      : undefined,
    streams: { perSession: e.STREAMS_PER_SESSION, perPerson: e.STREAMS_PER_PERSON },
    smtpUrl: e.SMTP_URL,
    mailFrom: e.MAIL_FROM,
    publicOrigin: e.PUBLIC_ORIGIN,
    operator: operatorOf(e),
    apis: { organization: e.ORGANIZATION_API_URL, core: e.CORE_API_URL, research: e.RESEARCH_API_URL },
    trustedProxies: e.TRUSTED_PROXIES,
    regionHeader: e.REGION_HEADER,
    logLevel: e.LOG_LEVEL,
    serviceLimits: e.SERVICE_LIMITS,
    researchesAtOnce: e.RESEARCHES_AT_ONCE,
    chatAnswersAtOnce: e.CHAT_ANSWERS_AT_ONCE,
    metricsToken: e.METRICS_TOKEN,
    production,
    demo: e.SATCHEL_DEMO ?? (!production && !e.DATABASE_URL),
    secret: e.SATCHEL_SECRET ?? secretIn(dataDir),
    transcription: e.TRANSCRIPTION_API_URL
      ? { url: e.TRANSCRIPTION_API_URL, apiKey: e.TRANSCRIPTION_API_KEY || undefined, model: e.TRANSCRIPTION_MODEL }
      : undefined,
    diarizationUrl: e.DIARIZATION_API_URL,
    providers: readProviders(e, (sentence) => {
      throw new ConfigError(sentence);
    }),
    linkPrivateHosts: e.LINK_PRIVATE_HOSTS,
    oauthClients: e.OAUTH_CLIENTS_FILE ? thirdParties(resolve(cwd, e.OAUTH_CLIENTS_FILE)) : [],
    desktopScheme: e.DESKTOP_SCHEME ?? (production ? 'satchel' : 'satchel-dev'),
  };
}

function parse(env: Record<string, string | undefined>): v.InferOutput<typeof Environment> {
  // An empty variable is unset: compose files and .env files leave a value out that way.
  const present = Object.fromEntries(
    Object.keys(Environment.entries).flatMap((name) => (env[name]?.trim() ? [[name, env[name]]] : [])),
  );
  const result = v.safeParse(Environment, present);
  if (result.success) return result.output;
  const issue = result.issues[0];
  throw new ConfigError(
    `${v.getDotPath(issue)} ${issue.message}; it is ${JSON.stringify(redacted(String(v.getDotPath(issue)), issue.input))}.`,
  );
}

/** Name, address and mail are required together: the legal pages need all three. */
function operatorOf(e: v.InferOutput<typeof Environment>): Operator | undefined {
  const {
    OPERATOR_NAME: name,
    OPERATOR_ADDRESS: address,
    OPERATOR_MAIL: mail,
    OPERATOR_REPRESENTATIVE: representative,
    OPERATOR_REGISTER: register,
  } = e;
  if (name && address && mail) return { name, address, mail, representative, register };
  if (name || address || mail || representative || register)
    throw new ConfigError('OPERATOR_NAME, OPERATOR_ADDRESS and OPERATOR_MAIL must be set together.');
  return undefined;
}

function thirdParties(file: string): OauthClient[] {
  try {
    return readOauthClients(file);
  } catch (error) {
    throw new ConfigError((error as Error).message, { cause: error });
  }
}

/** Secrets are never printed to the terminal or the log, invalid ones included. */
const redacted = (name: string, value: unknown): unknown =>
  /KEY|SECRET|TOKEN|DATABASE_URL|SMTP_URL/.test(name) || (/API_URL/.test(name) && /[@?#]/.test(String(value)))
    ? '(hidden)'
    : value;

/** The secret of this data folder, created at the first start, readable by its owner only. */
function secretIn(dataDir: string): string {
  const file = join(dataDir, 'secret');
  if (!existsSync(file)) {
    const fresh = join(dataDir, `secret.${process.pid}.${randomBytes(4).toString('hex')}`);
    const fd = openSync(fresh, 'wx', 0o600);
    writeSync(fd, `${randomBytes(32).toString('hex')}\n`);
    fsyncSync(fd);
    closeSync(fd);
    try {
      // A hard link is atomic, so the file is never partial; the first process wins.
      linkSync(fresh, file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      rmSync(fresh, { force: true });
    }
  }
  const secret = readFileSync(file, 'utf8').trim();
  if (secret.length < 32)
    throw new ConfigError(
      `The secret in "${file}" is damaged; restore it from a backup, or delete it and everybody signs in again.`,
    );
  return secret;
}
