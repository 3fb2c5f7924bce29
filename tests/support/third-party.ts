/**
 * A third party as another company would implement it: its entry in the operator's file, its signed requests, its
 * exchanges over HTTP.
 */
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

export type Fields = Record<string, string>;
export interface Tokens {
  accessToken: string;
  refreshToken: string;
  expiresIn: number;
  scopes: string[];
  userId: string;
  companyId: string;
}
export interface Answer<T> {
  status: number;
  data?: T;
  error?: string;
  params?: Record<string, string>;
}

const ORDER = [
  'clientId',
  'redirectUrl',
  'responseType',
  'timestamp',
  'partnerUserId',
  'partnerUserName',
  'scopes',
  'state',
  'codeChallenge',
  'codeChallengeMethod',
];

export class ThirdParty {
  readonly secret = randomBytes(24).toString('base64url');
  readonly signingKey = randomBytes(24).toString('base64url');
  readonly verifier = randomBytes(32).toString('base64url');

  constructor(
    readonly id: string,
    readonly redirectUrl: string,
    readonly scopes: readonly string[],
    readonly name = 'Room Booker',
  ) {}

  /** Its entry in the operator's file. */
  get entry(): Record<string, unknown> {
    return {
      id: this.id,
      name: this.name,
      provider: 'Example Rooms Ltd',
      secretHash: createHash('sha256').update(this.secret).digest('hex'),
      signingKey: this.signingKey,
      redirectUrls: [this.redirectUrl],
      scopes: this.scopes,
    };
  }

  /** A signed request; `change` is applied before signing, `forge` after it. */
  request(now: number, change: Fields = {}, forge: Fields = {}): Fields {
    const fields: Fields = {
      clientId: this.id,
      redirectUrl: this.redirectUrl,
      responseType: 'code',
      timestamp: String(now),
      partnerUserId: 'room-77',
      partnerUserName: '会議室 77',
      scopes: this.scopes.join(' '),
      state: 'st&te=1',
      codeChallenge: createHash('sha256').update(this.verifier).digest('base64url'),
      codeChallengeMethod: 'S256',
      ...change,
    };
    const signatures = createHmac('sha256', this.signingKey)
      .update(ORDER.map((name) => fields[name] ?? '').join('\n'))
      .digest('base64url');
    return { ...fields, signatures, ...forge };
  }

  exchange(origin: string, body: Fields): Promise<Answer<Tokens>> {
    return post(`${origin}/api/organization/open/oauth/token`, {
      clientId: this.id,
      clientSecret: this.secret,
      ...body,
    });
  }

  redeem(origin: string, code: string, change: Fields = {}): Promise<Answer<Tokens>> {
    return this.exchange(origin, { code, redirectUrl: this.redirectUrl, codeVerifier: this.verifier, ...change });
  }
}

/** Posts JSON, with a token if there is one. */
export async function post<T>(url: string, body: unknown, headers: Fields = {}): Promise<Answer<T>> {
  return read<T>(
    await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    }),
  );
}
export async function get<T>(url: string, headers: Fields = {}): Promise<Answer<T>> {
  return read<T>(await fetch(url, { headers }));
}
export const bearer = (token: string): Fields => ({ authorization: `Bearer ${token}` });

async function read<T>(answer: Response): Promise<Answer<T>> {
  const body = (await answer.json()) as { data?: T; error?: string; params?: Record<string, string> };
  return {
    status: answer.status,
    ...(body.data === undefined ? {} : { data: body.data }),
    ...(body.error ? { error: body.error, params: body.params ?? {} } : {}),
  };
}

/** Writes the operator's file; returns its path. */
export function clientsFile(folder: string, parties: readonly Pick<ThirdParty, 'entry'>[]): string {
  const file = join(folder, `third-parties-${randomBytes(4).toString('hex')}.json`);
  writeFileSync(file, JSON.stringify(parties.map((party) => party.entry)));
  return file;
}
