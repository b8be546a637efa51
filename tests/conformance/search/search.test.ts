import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createSearchEmulator } from '../../../gateway/emulators/search/emulator.ts';
import type { Emulator } from '../../../gateway/emulators/shared/server.ts';
import { everyAlgoliaCall } from '../openapi/algoliaCalls.ts';
import {
  type Exchange,
  type Recording,
  recordExchanges,
  violations,
  violationsOfAnswers,
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
/** Of the audits and of the SDK. */
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

describe('the search emulator keeps what the provider promises', () => {
  testAudits(searchAudits, () => target);

  test('every audit has an id of its own', () => {
    expect(searchAudits.length).toBeGreaterThanOrEqual(60);
    expect(new Set(searchAudits.map(({ id }) => id)).size).toBe(searchAudits.length);
  });
});

const describeWithDocument = existsSync(SPECIFICATION) ? describe : describe.skip;
if (!existsSync(SPECIFICATION))
  console.warn(`${SPECIFICATION} is not here: answers are not held against the provider's document.`);

/** Counts alone, by `hitsPerPage: 0`: the document forbids it and the provider's own libraries do it. */
const isCountAlone = ({ body }: Exchange) =>
  (body as { hitsPerPage?: number } | undefined)?.hitsPerPage === 0;

describeWithDocument("the provider's OpenAPI document", () => {
  test('is kept by every request of the SDK and every answer to it', async () => {
    const document = loadOpenApi(SPECIFICATION, { closed: true });
    const from = recording.exchanges.length;
    await everyAlgoliaCall(emulator.url, keys);
    const seen = recording.exchanges.slice(from);
    expect(seen.length).toBeGreaterThan(40);
    expect(violations(document, seen)).toEqual([]);
  });

  test('is kept by every answer the audits saw', () => {
    const document = loadOpenApi(SPECIFICATION, { closed: true });
    const known = recording.exchanges.filter(
      (exchange) => !isCountAlone(exchange) && !exchange.path.includes('/1/events'),
    );
    expect(known.length).toBeGreaterThan(300);
    expect([...new Set(violationsOfAnswers(document, known))].slice(0, 20)).toEqual([]);
  });

  test('is kept by events', async () => {
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
