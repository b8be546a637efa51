import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { Audit } from '../shared/audit.ts';

/** Where the audits of the search service run: an emulator, or the provider with an application of its own. */
export interface SearchTarget {
  /** E.g. `https://APP-dsn.algolia.net`. */
  baseUrl: string;
  appId: string;
  /** A key that may search and nothing else. */
  searchKey: string;
  /** A key that may also browse, write, and read and change settings. */
  writeKey: string;
  /** Names of the audits' indices begin with this. */
  indexPrefix: string;
}

/** A JSON body of which an audit expects parts. */
// biome-ignore lint/suspicious/noExplicitAny: audits read answers of any shape, and fail when it is wrong
export type Body = any;

export interface Answer {
  status: number;
  headers: Headers;
  body: Body;
}

const PATIENCE_MS = 30_000;
const POLL_MS = 100;

/** Calls a route with the write key, unless `key` says otherwise. */
export async function call(
  target: SearchTarget,
  method: string,
  path: string,
  body?: unknown,
  { key = target.writeKey, headers = {} }: { key?: string; headers?: Record<string, string> } = {},
): Promise<Answer> {
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

/** An index of an audit's own. */
export class AuditIndex {
  readonly target: SearchTarget;
  readonly name: string;

  constructor(target: SearchTarget, suffix = '') {
    this.target = target;
    this.name = `${target.indexPrefix}_audit_${randomBytes(6).toString('hex')}${suffix}`;
  }

  /** Calls a route below the index, e.g. `/settings`; fails unless the status is the expected one. */
  async call(method: string, path: string, body?: unknown, expected = 200): Promise<Body> {
    const url = `/1/indexes/${encodeURIComponent(this.name)}${path}`;
    const answer = await call(this.target, method, url, body);
    assert.equal(
      answer.status,
      expected,
      `${method} ${path}: expected ${expected}, got ${answer.status} ${JSON.stringify(answer.body)}`,
    );
    return answer.body;
  }

  /** Writes and waits until the write is done. */
  async write(method: string, path: string, body?: unknown, expected = 200): Promise<Body> {
    const answer = await this.call(method, path, body, expected);
    await this.waitFor(answer.taskID);
    return answer;
  }

  async waitFor(task: number): Promise<void> {
    const deadline = Date.now() + PATIENCE_MS;
    while ((await this.call('GET', `/task/${task}`)).status !== 'published') {
      assert.ok(Date.now() < deadline, `task ${task} was not published within ${PATIENCE_MS} ms`);
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

  /** The ids a search finds, in order. */
  async ids(params: Record<string, unknown>): Promise<string[]> {
    const { hits } = await this.search(params);
    return hits.map((hit: Body) => hit.objectID);
  }

  /** The message of a refusal. */
  async refused(method: string, path: string, body: unknown, status = 400): Promise<string> {
    const answer = await this.call(method, path, body, status);
    assert.equal(answer.status, status, 'expected the status in the body too');
    assert.equal(typeof answer.message, 'string');
    return answer.message;
  }
}

/** What an index holds before an audit looks at it. */
export interface Given {
  settings?: Record<string, unknown>;
  records?: Record<string, unknown>[];
}

/** An audit over an index of its own, which is deleted afterwards. */
export function indexAudit(
  id: string,
  level: 'MUST' | 'SHOULD',
  name: string,
  given: Given,
  run: (index: AuditIndex) => Promise<void>,
): Audit<SearchTarget> {
  return {
    id,
    level,
    name,
    async run(target) {
      const index = new AuditIndex(target);
      try {
        if (given.settings) await index.configure(given.settings);
        if (given.records) await index.save(...given.records);
        await run(index);
      } finally {
        await index.call('DELETE', '');
      }
    },
  };
}

/** Fails unless both hold the same ids; order does not count. */
export function sameIds(actual: readonly string[], expected: readonly string[]): void {
  assert.deepEqual([...actual].sort(), [...expected].sort());
}
