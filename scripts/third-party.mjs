/**
 * Creates an entry for OAUTH_CLIENTS_FILE: `npm run third-party -- --name "Room Booker" --provider "Example Ltd"
 * --redirect https://rooms.example/satchel --scope organization.read --scope projects.list`. The entry belongs in the
 * file; secret and key are shown once, for the third party. `--unsigned` for a standard OAuth client, which signs no
 * requests; `--public` for one that cannot keep a secret either.
 */
import { createHash, randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    name: { type: 'string' },
    provider: { type: 'string' },
    redirect: { type: 'string', multiple: true },
    scope: { type: 'string', multiple: true },
    id: { type: 'string' },
    public: { type: 'boolean' },
    unsigned: { type: 'boolean' },
  },
});
if (!values.name || !values.provider || !values.redirect?.length || !values.scope?.length) {
  console.error('Needed: --name, --provider, --redirect (may come several times), --scope (may come several times).');
  process.exit(1);
}
const secret = randomBytes(32).toString('base64url');
const signingKey = randomBytes(32).toString('base64url');
const id =
  values.id ??
  `${
    values.name
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '')
      .slice(0, 40) || 'app'
  }-${randomBytes(4).toString('hex')}`;
const signed = !values.unsigned && !values.public;
const entry = {
  id,
  name: values.name,
  provider: values.provider,
  ...(values.public ? {} : { secretHash: createHash('sha256').update(secret).digest('hex') }),
  ...(signed ? { signingKey } : { signed: false }),
  redirectUrls: values.redirect,
  scopes: values.scope,
};
console.log(JSON.stringify(entry, null, 2));
console.error(
  [
    '\nAdd this to the list in OAUTH_CLIENTS_FILE and restart. Tell the third party, by a safe way:',
    `  clientId      ${id}`,
    ...(values.public ? [] : [`  clientSecret  ${secret}`]),
    ...(signed ? [`  signing key   ${signingKey}`] : []),
    'The secret is not kept anywhere.',
  ].join('\n'),
);
