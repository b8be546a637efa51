import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { SCOPES } from '../../../gateway/core/scopes.ts';
import { CLIENT_FILES } from '../../../gateway/graphql/schema/clients/clientFiles.ts';
import generated from '../../../web/data/possibleTypes.generated.ts';
import { createCommandRunner } from '../../support/commandLine/commandRunner.ts';
import { ROOT } from '../../support/stack.ts';
import { type StackWithKeys, startStackWithKeys } from '../../support/stackWithKeys.ts';

const CONTRACT = `${ROOT}schema/contract.graphql`;

let server: StackWithKeys;
let folder: string;
beforeAll(async () => {
  server = await startStackWithKeys();
  folder = mkdtempSync(join(tmpdir(), 'contract-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await server.close();
});

const runCommandLine = createCommandRunner();
const compare = (...args: string[]) => runCommandLine(['contract', '--against', ...args]);

test('trivium contract --against: finds no changes from a running API that serves the contract', async () => {
  const { secret } = await server.apiKeys.create({ name: 'contract', scopes: [...SCOPES] });
  const header = `X-Api-Key: ${secret}`;
  for (const path of ['/graphql', '/schema.graphql'])
    expect(await compare(`${server.stack.url}${path}`, '--header', header)).toEqual({
      code: 0,
      out: 'no changes\n',
      err: '',
    });
}, 60_000);

test.each(CLIENT_FILES.map(({ name }) => name))(
  'trivium client-config %s: prints what the API serves to the same caller',
  async (name) => {
    const { secret } = await server.apiKeys.create({ name: 'clients', scopes: ['keys:write'] });
    const headers = { 'x-api-key': secret };
    const address = `${server.stack.url}/docs/clients/${name}`;
    const [ofKey, ofAnybody] = await Promise.all([fetch(address, { headers }), fetch(address)]);
    expect([ofKey.status, ofKey.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
    expect(ofAnybody.headers.get('cache-control')).toBe('public, max-age=60');
    const served = await ofKey.text();
    const args = ['client-config', name, '--from', `${server.stack.url}/schema.graphql`];
    expect(await runCommandLine([...args, '--header', `X-Api-Key: ${secret}`])).toEqual({
      code: 0,
      out: served,
      err: '',
    });
    expect((await runCommandLine(args)).out).toBe(await ofAnybody.text());
    if (name === 'apollo.ts') expect(served).toContain('ApiKeyCreator: part');
  },
  60_000,
);

test('trivium client-config: prints the files of the model, and exits with 2 if a source cannot be read', async () => {
  const { code, out } = await runCommandLine(['client-config', 'possible-types.json']);
  expect([code, JSON.parse(out)]).toEqual([0, expect.objectContaining(generated.possibleTypes)]);
  const missing = await runCommandLine([
    'client-config',
    'apollo.ts',
    '--from',
    join(folder, 'missing.graphql'),
  ]);
  expect([missing.code, missing.err]).toEqual([2, expect.stringContaining('missing.graphql')]);
}, 60_000);

test('trivium contract --against: exits with 1 and names the affected clients if a change is breaking', async () => {
  const before = join(folder, 'before.graphql');
  writeFileSync(
    before,
    readFileSync(CONTRACT, 'utf8').replace('type Film ', 'type Film { subtitle: String }\nextend type Film '),
  );
  const usage = join(folder, 'usage.json');
  const use = { coordinate: 'Film.subtitle', client: 'reader', version: '2', operations: 7 };
  writeFileSync(usage, JSON.stringify([{ ...use, lastUsedOn: '2026-11-20' }]));
  const { code, out } = await compare(before, '--usage', usage);
  expect(code).toBe(1);
  expect(out.split('\n').slice(0, 3)).toEqual([
    'breaking (1)',
    expect.stringMatching(/^ {2}Film\.subtitle: .*removed/),
    '    used by reader 2: 7 operations, last on 2026-11-20',
  ]);
  expect(JSON.parse((await compare(before, '--json')).out)).toMatchObject([
    { level: 'breaking', coordinate: 'Film.subtitle', clients: [] },
  ]);
}, 60_000);

test('trivium contract --against: exits with 2 if the source cannot be read', async () => {
  const missing = await compare(join(folder, 'missing.graphql'));
  expect([missing.code, missing.err]).toEqual([2, expect.stringContaining('missing.graphql')]);
  const unknown = await compare(`${server.stack.url}/graphql`, '--header', 'X-Api-Key: tv_live_x');
  expect([unknown.code, unknown.err]).toEqual([
    2,
    expect.stringMatching(/expected a schema, got status 401/),
  ]);
}, 60_000);
