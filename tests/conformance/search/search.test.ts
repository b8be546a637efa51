import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createSearchEmulator } from '../../../gateway/emulators/search/emulator.ts';
import type { Emulator } from '../../../gateway/emulators/shared/server.ts';
import { callAllAlgoliaRoutes } from '../openapi/algoliaCalls.ts';
import {
  type Exchange,
  type Recording,
  recordExchanges,
  responseViolations,
  violations,
} from '../openapi/exchanges.ts';
import { loadOpenApi } from '../openapi/openapi.ts';
import { testAudits } from '../shared/audit.ts';
import { searchAudits } from './search.audits.ts';
import type { SearchTarget } from './target.ts';

const SPECIFICATION = '../shared/specs/algolia-search.yml';
const EVENTS_SPECIFICATION = '../shared/specs/algolia-insights.yml';

const keys = { appId: 'AUDIT', searchKey: 'audit-search', writeKey: 'audit-write' };
let emulator: Emulator;
let target: SearchTarget;
/** Requests of the audits and of the SDK. */
let recording: Recording;

beforeAll(async () => {
  emulator = await createSearchEmulator({ port: 0, ...keys });
  target = { baseUrl: emulator.url, ...keys, indexPrefix: 'conformance' };
  recording = recordExchanges();
});

afterAll(async () => {
  recording.stop();
  await emulator?.close();
});

describe('search emulator', () => {
  testAudits('Algolia', searchAudits, () => target);

  test('audits: have unique ids', () => {
    expect(searchAudits.length).toBeGreaterThanOrEqual(60);
    expect(new Set(searchAudits.map(({ id }) => id)).size).toBe(searchAudits.length);
  });
});

const describeWithDocument = existsSync(SPECIFICATION) ? describe : describe.skip;
if (!existsSync(SPECIFICATION))
  console.warn(`${SPECIFICATION}: not found; the tests against the OpenAPI document are skipped.`);

/** Returns whether a request has `hitsPerPage: 0`: the document forbids it, but Algolia's libraries send it. */
const isCountOnly = ({ requestBody }: Exchange) =>
  (requestBody as { hitsPerPage?: number } | undefined)?.hitsPerPage === 0;

describeWithDocument('search emulator: OpenAPI document of Algolia', () => {
  test('describes all requests of the SDK and the responses', async () => {
    const document = loadOpenApi(SPECIFICATION, { closed: true });
    const from = recording.exchanges.length;
    await callAllAlgoliaRoutes(emulator.url, keys);
    const exchanges = recording.exchanges.slice(from);
    expect(exchanges.length).toBeGreaterThan(40);
    expect(violations(document, exchanges)).toEqual([]);
  });

  test('describes all responses to the audits', () => {
    const document = loadOpenApi(SPECIFICATION, { closed: true });
    const documented = recording.exchanges.filter(
      (exchange) => !isCountOnly(exchange) && !exchange.path.includes('/1/events'),
    );
    expect(documented.length).toBeGreaterThan(300);
    expect([...new Set(responseViolations(document, documented))].slice(0, 20)).toEqual([]);
  });

  test('describes events', async () => {
    const document = loadOpenApi(EVENTS_SPECIFICATION, { closed: true });
    const event = { eventType: 'view', eventName: 'Seen', index: 'films', userToken: 'u', objectIDs: ['a'] };
    const sent = { events: [event] };
    const headers = { 'x-algolia-application-id': keys.appId, 'x-algolia-api-key': keys.searchKey };
    const response = await fetch(`${emulator.url}/1/events`, {
      method: 'POST',
      headers,
      body: JSON.stringify(sent),
    });
    expect(document.request('POST', '/1/events', sent)).toEqual([]);
    expect(document.response('POST', '/1/events', response.status, await response.json())).toEqual([]);
  });
});
