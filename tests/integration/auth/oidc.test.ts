import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { exportJWK, exportSPKI, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { createGateway } from '../../../gateway/app/gateway.ts';
import { openStorage } from '../../../gateway/app/storage.ts';
import { openSqlite } from '../../../gateway/services/storage/sqlite.ts';
import { type House, openHouse } from '../../support/stack.ts';

const ALGORITHMS = ['RS256', 'ES256', 'EdDSA'] as const;
type Signer = Awaited<ReturnType<typeof generateKeyPair>>;

let house: House;
let provider: Server;
let issuer: string;
const asked: string[] = [];
const signers: Record<string, Signer> = {};
/** Ids of the keys the provider tells of. */
const told = new Set<string>();

beforeAll(async () => {
  for (const alg of [...ALGORITHMS, 'later', 'secret'] as const)
    signers[alg] = await generateKeyPair(alg === 'later' || alg === 'secret' ? 'ES256' : alg, {
      extractable: true,
    });
  for (const alg of ALGORITHMS) told.add(alg);
  provider = createServer(async ({ url }, answer) => {
    asked.push(String(url));
    const keys = await Promise.all(
      [...told].map(async (kid) => ({ ...(await exportJWK((signers[kid] as Signer).publicKey)), kid })),
    );
    const body = url?.startsWith('/.well-known') ? { issuer, jwks_uri: `${issuer}/jwks` } : { keys };
    answer.setHeader('content-type', 'application/json').end(JSON.stringify(body));
  }).listen(0, '127.0.0.1');
  await once(provider, 'listening');
  issuer = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
  house = await openHouse({
    indexed: false,
    env: {
      CONSUME_CHANGES: 'off',
      OIDC_ISSUER: issuer,
      OIDC_AUDIENCE: 'trivium',
      OIDC_SCOPES_CLAIM: 'realm_access.roles',
      OIDC_ROLES: 'Editors=read:drafts+index:write',
    },
  });
});
afterAll(async () => {
  await house.close();
  provider.close();
});

const EDITOR: JWTPayload = { realm_access: { roles: ['Editors', 'media:sign', 'root'] } };

function token({
  alg = 'ES256',
  kid = alg,
  claims = EDITOR,
  aud = 'trivium',
  iss = issuer,
  exp = '5m',
  sub = 'ada',
}: Partial<{
  alg: string;
  kid: string;
  claims: JWTPayload;
  aud: string;
  iss: string;
  exp: string | number;
  sub: string;
}> = {}) {
  return new SignJWT(claims)
    .setProtectedHeader({ alg, kid })
    .setSubject(sub)
    .setAudience(aud)
    .setIssuer(iss)
    .setExpirationTime(exp)
    .sign((signers[kid] as Signer).privateKey);
}

async function ask(bearer: string, { drafts = true, url = house.url } = {}) {
  const answer = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${bearer}`,
      ...(drafts && { 'x-perspective': 'drafts' }),
    },
    body: JSON.stringify({ query: '{ films(first: 1) { totalCount } keys { id } }' }),
  });
  const { errors = [] } = (await answer.json()) as { errors?: { extensions: { code: string } }[] };
  return { status: answer.status, codes: errors.map(({ extensions }) => extensions.code) };
}

/** Somebody who may read drafts, and not give out keys. */
const LET_IN = { status: 200, codes: ['FORBIDDEN'] };
const REFUSED = { status: 401, codes: ['UNAUTHENTICATED'] };
const seconds = (from: number) => Math.floor(Date.now() / 1000) + from;

describe('an editor', () => {
  test('is let in by a token signed in each way that is allowed, with what their roles stand for', async () => {
    for (const alg of ALGORITHMS) expect(await ask(await token({ alg }))).toEqual(LET_IN);
    expect(asked.filter((path) => path === '/jwks')).toHaveLength(1);
    const durable = openStorage(house.config, () => undefined);
    try {
      const [entry] = await durable.audit.read(10);
      expect(entry).toMatchObject({ action: 'editor.login', by: 'editor:ada', from: '127.0.0.1' });
      expect(entry?.detail).toEqual({
        scopes: ['index:write', 'media:sign', 'read:drafts', 'read:published'],
      });
    } finally {
      await durable.close();
    }
  });

  test('is let in also where that cannot be written down, which operators are told', async () => {
    const lost = async () =>
      /^trivium_audit_entries_lost_total (\d+)$/m.exec(
        await (await fetch(`${house.url}/metrics`)).text(),
      )?.[1];
    expect(await lost()).toBe('0');
    const state = openSqlite(house.config.stateDir);
    try {
      state.exec(
        "CREATE TRIGGER no_space BEFORE INSERT ON audit BEGIN SELECT raise(ABORT, 'no space is left'); END",
      );
      expect(await ask(await token({ sub: 'grace' }))).toEqual(LET_IN);
      expect(await lost()).toBe('1');
    } finally {
      state.exec('DROP TRIGGER no_space');
      state.close();
    }
  });

  test('without a role reads what all may read', async () => {
    for (const claims of [
      {},
      { realm_access: { roles: 'none of ours' } },
      { realm_access: null, roles: ['Editors'] },
    ]) {
      expect(await ask(await token({ claims }), { drafts: false })).toEqual(LET_IN);
      expect(await ask(await token({ claims }))).toEqual({ status: 403, codes: ['FORBIDDEN'] });
    }
  });

  test('whose clock is a little behind is let in, and not one whose token has ended', async () => {
    expect(await ask(await token({ exp: seconds(-20) }))).toEqual(LET_IN);
    expect(await ask(await token({ exp: seconds(-40) }))).toEqual(REFUSED);
  });
});

describe('nobody', () => {
  test('is let in by a token for others, of others, or that never ends', async () => {
    for (const wrong of [{ aud: 'elsewhere' }, { iss: 'https://evil.test' }, { kid: 'later' }])
      expect(await ask(await token(wrong))).toEqual(REFUSED);
    const endless = await new SignJWT(EDITOR)
      .setProtectedHeader({ alg: 'ES256', kid: 'ES256' })
      .setSubject('ada')
      .setAudience('trivium')
      .setIssuer(issuer)
      .sign((signers.ES256 as Signer).privateKey);
    expect(await ask(endless)).toEqual(REFUSED);
  });

  test('is let in by a token that is unsigned, signed with the public key, changed, or absurdly long', async () => {
    const good = await token();
    const [, payload, signature] = good.split('.');
    const header = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const publicKey = new TextEncoder().encode(await exportSPKI((signers.RS256 as Signer).publicKey));
    const symmetric = await new SignJWT(EDITOR)
      .setProtectedHeader({ alg: 'HS256', kid: 'RS256' })
      .setSubject('ada')
      .setAudience('trivium')
      .setIssuer(issuer)
      .setExpirationTime('5m')
      .sign(publicKey);
    const more = Buffer.from(
      JSON.stringify({ ...JSON.parse(Buffer.from(payload as string, 'base64url').toString()), sub: 'root' }),
    ).toString('base64url');
    for (const forged of [
      `${header({ alg: 'none' })}.${payload}.`,
      symmetric,
      good.replace(payload as string, more),
      `${header({ alg: 'ES256', kid: 'ES256', jwk: await exportJWK((signers.secret as Signer).publicKey) })}.${payload}.${signature}`,
      `${'a'.repeat(9000)}.b.c`,
    ])
      expect(await ask(forged)).toEqual(REFUSED);
  });
});

describe('a provider that is away', () => {
  test('keeps out nobody whose key it has told of, and leaves the others to try again', async () => {
    const address = provider.address() as AddressInfo;
    const late = await createGateway({ ...house.config, port: 0 });
    try {
      provider.closeAllConnections();
      provider.close();
      await once(provider, 'close');
      expect(await ask(await token())).toEqual(LET_IN);
      expect(await ask(await token(), { url: late.url })).toEqual({
        status: 503,
        codes: ['ACCESS_UNAVAILABLE'],
      });
      provider.listen(address.port, '127.0.0.1');
      await once(provider, 'listening');
      let answer = await ask(await token(), { url: late.url });
      for (let attempt = 0; attempt < 50 && answer.status === 503; attempt++) {
        await new Promise((done) => setTimeout(done, 100));
        answer = await ask(await token(), { url: late.url });
      }
      expect(answer).toEqual(LET_IN);
    } finally {
      await late.close();
    }
  });
});
