import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { discoverOAuthProtectedResourceMetadata } from '@modelcontextprotocol/client';
import { exportJWK, exportSPKI, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { createGateway } from '../../../gateway/app/gateway.ts';
import { openStorage } from '../../../gateway/app/storage.ts';
import { openSqlite } from '../../../gateway/services/storage/sqlite/sqlite.ts';
import { type Stack, startStack } from '../../support/stack.ts';
import { within } from '../../support/within.ts';

const ALGORITHMS = ['RS256', 'ES256', 'EdDSA'] as const;
type Signer = Awaited<ReturnType<typeof generateKeyPair>>;

let stack: Stack;
let provider: Server;
let issuer: string;
const requestedPaths: string[] = [];
const signers: Record<string, Signer> = {};
/** Ids of the keys in the provider's JWKS. */
const publishedKeyIds = new Set<string>();

beforeAll(async () => {
  for (const alg of [...ALGORITHMS, 'later', 'secret'] as const)
    signers[alg] = await generateKeyPair(alg === 'later' || alg === 'secret' ? 'ES256' : alg, {
      extractable: true,
    });
  for (const alg of ALGORITHMS) publishedKeyIds.add(alg);
  provider = createServer(async ({ url }, response) => {
    requestedPaths.push(String(url));
    const keys = await Promise.all(
      [...publishedKeyIds].map(async (kid) => ({
        ...(await exportJWK((signers[kid] as Signer).publicKey)),
        kid,
      })),
    );
    const body = url?.startsWith('/.well-known') ? { issuer, jwks_uri: `${issuer}/jwks` } : { keys };
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
  }).listen(0, '127.0.0.1');
  await once(provider, 'listening');
  issuer = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
  stack = await startStack({
    hasIndex: false,
    env: {
      CONSUME_CHANGES: 'off',
      OIDC_ISSUER: issuer,
      OIDC_AUDIENCE: 'trivium',
      OIDC_SCOPES: 'realm_access.roles Editors=read:drafts+index:write',
    },
  });
});
afterAll(async () => {
  await stack.close();
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

async function query(bearer: string, { drafts = true, url = stack.url } = {}) {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${bearer}`,
      ...(drafts && { 'x-perspective': 'drafts' }),
    },
    body: JSON.stringify({ query: '{ films(first: 1) { totalCount } apiKeys { keyId } }' }),
  });
  const { errors = [] } = (await response.json()) as { errors?: { extensions: { code: string } }[] };
  return { status: response.status, codes: errors.map(({ extensions }) => extensions.code) };
}

/** The response to an editor, who may read drafts but no API keys. */
const AUTHENTICATED = { status: 294, codes: ['FORBIDDEN'] };
const UNAUTHENTICATED = { status: 401, codes: ['UNAUTHENTICATED'] };
const secondsFromNow = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;

describe('metadata of protected resources', () => {
  test.each(['/graphql', '/mcp'])('a 401 of %s names the metadata, which name the provider', async (path) => {
    const response = await fetch(`${stack.url}${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        authorization: `Bearer ${await token({ exp: secondsFromNow(-60) })}`,
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/list',
        params: {},
        query: '{ __typename }',
      }),
    });
    const address = `${stack.url}/.well-known/oauth-protected-resource${path}`;
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([
      401,
      `Bearer realm="trivium", error="invalid_token", resource_metadata="${address}"`,
    ]);
    const metadata = await fetch(address);
    expect(metadata.headers.get('access-control-allow-origin')).toBe('*');
    expect(await metadata.json()).toMatchObject({
      resource: `${stack.url}${path}`,
      authorization_servers: [issuer],
      bearer_methods_supported: ['header'],
    });
  });

  test('are also those of the whole origin, with the address of the documentation', async () => {
    const metadata = await fetch(`${stack.url}/.well-known/oauth-protected-resource`);
    const { resource, resource_documentation: documentation } = (await metadata.json()) as Record<
      string,
      string
    >;
    expect(resource).toBe(stack.url);
    expect((await fetch(documentation as string)).status).toBe(200);
  });

  test('the official client of the MCP server finds the provider', async () => {
    const found = await discoverOAuthProtectedResourceMetadata(`${stack.url}/mcp`);
    expect([found.authorization_servers, found.resource]).toEqual([[issuer], `${stack.url}/mcp`]);
  });

  test('do not exist without a provider', async () => {
    const other = await startStack({
      hasIndex: false,
      env: { CONSUME_CHANGES: 'off', ANONYMOUS_ACCESS: 'off' },
    });
    try {
      expect((await fetch(`${other.url}/.well-known/oauth-protected-resource/mcp`)).status).toBe(404);
      const { headers } = await fetch(`${other.url}/graphql?query={__typename}`);
      expect(headers.get('www-authenticate')).toBe('Bearer realm="trivium"');
    } finally {
      await other.close();
    }
  });
});

describe('OIDC authentication', () => {
  test('accepts tokens of each allowed algorithm, with the scopes of their roles', async () => {
    for (const alg of ALGORITHMS) expect(await query(await token({ alg }))).toEqual(AUTHENTICATED);
    expect(requestedPaths.filter((path) => path === '/jwks')).toHaveLength(1);
    await using storage = openStorage(stack.config, () => undefined);
    const [entry] = await storage.audit.read(10);
    expect(entry).toMatchObject({ action: 'editor.login', by: 'editor:ada', from: '127.0.0.1' });
    expect(entry?.detail).toEqual({
      scopes: ['index:write', 'media:sign', 'read:drafts', 'read:published'],
    });
  });

  test('accepts a token if the audit log cannot be written, and counts the lost entry', async () => {
    const lost = async () =>
      /^trivium_audit_entries_lost_total (\d+)$/m.exec(
        await (await fetch(`${stack.url}/metrics`)).text(),
      )?.[1];
    expect(await lost()).toBe('0');
    const state = openSqlite(stack.config.stateDir);
    try {
      state.exec(
        "CREATE TRIGGER no_space BEFORE INSERT ON audit BEGIN SELECT raise(ABORT, 'no space is left'); END",
      );
      expect(await query(await token({ sub: 'grace' }))).toEqual(AUTHENTICATED);
      expect(await lost()).toBe('1');
    } finally {
      state.exec('DROP TRIGGER no_space');
      state.close();
    }
  });

  test('grants a token without roles the scopes of anonymous callers', async () => {
    for (const claims of [
      {},
      { realm_access: { roles: 'unknown' } },
      { realm_access: null, roles: ['Editors'] },
    ]) {
      expect(await query(await token({ claims }), { drafts: false })).toEqual(AUTHENTICATED);
      expect(await query(await token({ claims }))).toEqual({ status: 403, codes: ['FORBIDDEN'] });
    }
  });

  test('allows a clock skew of 30 s, and rejects expired tokens', async () => {
    expect(await query(await token({ exp: secondsFromNow(-15) }))).toEqual(AUTHENTICATED);
    expect(await query(await token({ exp: secondsFromNow(-40) }))).toEqual(UNAUTHENTICATED);
  });
  test('rejects a token of another audience, issuer or key, or without expiry', async () => {
    for (const options of [{ aud: 'elsewhere' }, { iss: 'https://evil.test' }, { kid: 'later' }])
      expect(await query(await token(options))).toEqual(UNAUTHENTICATED);
    const endless = await new SignJWT(EDITOR)
      .setProtectedHeader({ alg: 'ES256', kid: 'ES256' })
      .setSubject('ada')
      .setAudience('trivium')
      .setIssuer(issuer)
      .sign((signers.ES256 as Signer).privateKey);
    expect(await query(endless)).toEqual(UNAUTHENTICATED);
  });

  test.each([42, null, {}, [], ['ada'], true, ''])('rejects a token with the subject %j', async (sub) => {
    const signed = await new SignJWT({ ...EDITOR, sub: sub as string })
      .setProtectedHeader({ alg: 'ES256', kid: 'ES256' })
      .setAudience('trivium')
      .setIssuer(issuer)
      .setExpirationTime('5m')
      .sign((signers.ES256 as Signer).privateKey);
    expect(await query(signed)).toEqual(UNAUTHENTICATED);
  });

  test('rejects a token that is unsigned, signed with the public key, modified or too long', async () => {
    const valid = await token();
    const [, payload, signature] = valid.split('.');
    const header = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const publicKey = new TextEncoder().encode(await exportSPKI((signers.RS256 as Signer).publicKey));
    const symmetric = await new SignJWT(EDITOR)
      .setProtectedHeader({ alg: 'HS256', kid: 'RS256' })
      .setSubject('ada')
      .setAudience('trivium')
      .setIssuer(issuer)
      .setExpirationTime('5m')
      .sign(publicKey);
    const modified = Buffer.from(
      JSON.stringify({ ...JSON.parse(Buffer.from(payload as string, 'base64url').toString()), sub: 'root' }),
    ).toString('base64url');
    for (const forged of [
      `${header({ alg: 'none' })}.${payload}.`,
      symmetric,
      valid.replace(payload as string, modified),
      `${header({ alg: 'ES256', kid: 'ES256', jwk: await exportJWK((signers.secret as Signer).publicKey) })}.${payload}.${signature}`,
      `${'a'.repeat(9000)}.b.c`,
    ])
      expect(await query(forged)).toEqual(UNAUTHENTICATED);
  });

  test('accepts tokens with cached keys while the provider is unavailable, and others afterwards', async () => {
    const address = provider.address() as AddressInfo;
    const withoutKeys = await createGateway({ ...stack.config, port: 0 });
    try {
      provider.closeAllConnections();
      provider.close();
      await once(provider, 'close');
      expect(await query(await token())).toEqual(AUTHENTICATED);
      expect(await query(await token(), { url: withoutKeys.url })).toEqual({
        status: 503,
        codes: ['ACCESS_UNAVAILABLE'],
      });
      provider.listen(address.port, '127.0.0.1');
      await once(provider, 'listening');
      await within(10_000, async () =>
        expect(await query(await token(), { url: withoutKeys.url })).toEqual(AUTHENTICATED),
      );
    } finally {
      await withoutKeys.close();
    }
  });
});
