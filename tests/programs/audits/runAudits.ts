import type { Audit, AuditRequest, Expectation } from './audit.ts';

/** The result of an audit. */
export interface AuditOutcome {
  readonly audit: Audit;
  /** Expected and actual; undefined if the audit passes. */
  readonly failure: string | undefined;
}

const REQUEST_TIMEOUT_MS = 10_000;

/**
 * Runs audits against a server, one after another.
 * @param url the address of the graph
 */
export async function runAudits(url: string, audits: readonly Audit[]): Promise<readonly AuditOutcome[]> {
  const outcomes: AuditOutcome[] = [];
  for (const audit of audits) outcomes.push({ audit, failure: await faultOf(url, audit) });
  return outcomes;
}

async function faultOf(url: string, { request, expected }: Audit): Promise<string | undefined> {
  try {
    const response = await send(url, request);
    return firstFault(response, await response.text(), expected);
  } catch (error) {
    return `expected a response, got ${String(error)}`;
  }
}

function send(address: string, { method = 'POST', headers = {}, url = {}, body }: AuditRequest) {
  const target = new URL(address);
  for (const [name, value] of Object.entries(url)) target.searchParams.set(name, value);
  const isRaw = body === undefined || typeof body === 'string' || body instanceof Uint8Array;
  return fetch(target, {
    method,
    headers,
    ...(body !== undefined && { body: (isRaw ? body : JSON.stringify(body)) as BodyInit }),
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  });
}

function firstFault({ status, headers }: Response, text: string, expected: Expectation): string | undefined {
  const [minimum, maximum] =
    typeof expected.status === 'number' ? [expected.status, expected.status] : expected.status;
  if (status < minimum || status > maximum)
    return `expected ${minimum === maximum ? minimum : `${minimum} to ${maximum}`}, got ${status}`;
  const type = headers.get('content-type')?.split(';', 1)[0];
  if (expected.type !== undefined && type !== expected.type) return `expected ${expected.type}, got ${type}`;
  if (expected.notType !== undefined && type === expected.notType)
    return `expected another type than ${type}`;
  for (const [name, pattern] of Object.entries(expected.headers ?? {}))
    if (!pattern.test(headers.get(name) ?? ''))
      return `expected ${name} to match ${pattern}, got ${headers.get(name)}`;
  if (expected.data === undefined) return undefined;
  const hasData = Object.hasOwn(JSON.parse(text) as object, 'data');
  if (hasData !== (expected.data === 'present')) return `expected data to be ${expected.data}`;
  return undefined;
}
