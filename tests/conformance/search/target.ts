import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { Audit } from '../shared/audit.ts';

/** The application that search audits run against: the emulator, or an application at Algolia. */
export interface SearchTarget {
  /** Origin of the API, e.g. `https://APP-dsn.algolia.net`. */
  baseUrl: string;
  appId: string;
  /** A key that may search only. */
  searchKey: string;
  /** A key that may also browse, write, and read and change settings. */
  writeKey: string;
  /** Prefix of the names of the audits' indices. */
  indexPrefix: string;
}

/** A parsed response body. */
// biome-ignore lint/suspicious/noExplicitAny: audits assert the shape of the data
export type Body = any;

export interface ApiResponse {
  status: number;
  headers: Headers;
  body: Body;
}

const TASK_TIMEOUT_MS = 30_000;
const POLL_MS = 100;

/** Calls a route, with the write key by default. */
export async function call(
  target: SearchTarget,
  method: string,
  path: string,
  body?: unknown,
  { key = target.writeKey, headers = {} }: { key?: string; headers?: Record<string, string> } = {},
): Promise<ApiResponse> {
  const response = await fetch(`${target.baseUrl}${path}`, {
    method,
    headers: {
      'x-algolia-application-id': target.appId,
      'x-algolia-api-key': key,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: text === '' ? undefined : JSON.parse(text),
  };
}

/** An index of one audit. */
export class AuditIndex {
  readonly target: SearchTarget;
  readonly name: string;

  constructor(target: SearchTarget, suffix = '') {
    this.target = target;
    this.name = `${target.indexPrefix}_audit_${randomBytes(6).toString('hex')}${suffix}`;
  }

  /** Calls a route of the index, e.g. `/settings`. @throws AssertionError for another status */
  async call(method: string, path: string, body?: unknown, expected = 200): Promise<Body> {
    const url = `/1/indexes/${encodeURIComponent(this.name)}${path}`;
    const response = await call(this.target, method, url, body);
    assert.equal(
      response.status,
      expected,
      `${method} ${path}: expected ${expected}, got ${response.status} ${JSON.stringify(response.body)}`,
    );
    return response.body;
  }

  /** Writes, and waits until the task is published. */
  async write(method: string, path: string, body?: unknown, expected = 200): Promise<Body> {
    const response = await this.call(method, path, body, expected);
    await this.waitFor(response.taskID);
    return response;
  }

  async waitFor(task: number): Promise<void> {
    const deadline = Date.now() + TASK_TIMEOUT_MS;
    while ((await this.call('GET', `/task/${task}`)).status !== 'published') {
      assert.ok(Date.now() < deadline, `task ${task} was not published within ${TASK_TIMEOUT_MS} ms`);
      await new Promise((done) => setTimeout(done, POLL_MS));
    }
  }

  async save(...records: Record<string, unknown>[]): Promise<void> {
    await this.write('POST', '/batch', { requests: records.map((body) => ({ action: 'addObject', body })) });
  }

  async configure(settings: Record<string, unknown>): Promise<void> {
    await this.write('PUT', '/settings', settings);
  }

  search(params: Record<string, unknown>): Promise<Body> {
    return this.call('POST', '/query', params);
  }

  /** Searches, and returns the objectIDs in order. */
  async ids(params: Record<string, unknown>): Promise<string[]> {
    const { hits } = await this.search(params);
    return hits.map((hit: Body) => hit.objectID);
  }

  /** Calls a route that must reject the request. Returns the error message. */
  async expectRejection(method: string, path: string, body: unknown, status = 400): Promise<string> {
    const response = await this.call(method, path, body, status);
    assert.equal(response.status, status, 'expected the status in the body too');
    assert.equal(typeof response.message, 'string');
    return response.message;
  }
}

/** Settings and records of an index before an audit. */
export interface IndexFixture {
  settings?: Record<string, unknown>;
  records?: Record<string, unknown>[];
}

/** Creates an audit with its own index, which is deleted afterwards. */
export function indexAudit(
  id: string,
  level: 'MUST' | 'SHOULD',
  name: string,
  fixture: IndexFixture,
  run: (index: AuditIndex) => Promise<void>,
): Audit<SearchTarget> {
  return {
    id,
    level,
    name,
    async run(target) {
      const index = new AuditIndex(target);
      try {
        if (fixture.settings) await index.configure(fixture.settings);
        if (fixture.records) await index.save(...fixture.records);
        await run(index);
      } finally {
        await index.call('DELETE', '');
      }
    },
  };
}

/** Asserts that both lists have the same ids in any order. */
export function assertSameIds(actual: readonly string[], expected: readonly string[]): void {
  assert.deepEqual([...actual].sort(), [...expected].sort());
}
