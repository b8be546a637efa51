import type { IncomingHttpHeaders } from 'node:http';

/** The longest values of clients in use have some hundred characters. */
const MAX_LIST_CHARACTERS = 1024;

/** Headers whose values programs parse, in linear time or worse; `true` if their last elements count. */
const LISTS: ReadonlyMap<string, boolean> = new Map([
  ['accept', false],
  ['accept-charset', false],
  ['accept-encoding', false],
  ['accept-language', false],
  ['access-control-request-headers', false],
  ['cache-control', false],
  ['content-type', false],
  ['cookie', false],
  ['forwarded', true],
  ['if-match', false],
  ['if-none-match', false],
  ['range', false],
  ['sec-websocket-extensions', false],
  ['sec-websocket-protocol', false],
  // Each proxy appends what it knows to what the client has sent.
  ['x-forwarded-for', true],
  ['x-forwarded-host', true],
  ['x-forwarded-proto', true],
]);

/**
 * Cuts long list headers at 1,024 characters, between two elements, before anything parses them: the parsers of libraries take
 * milliseconds for 16 kB.
 */
export function cutListHeaders(headers: IncomingHttpHeaders): void {
  for (const [name, keepsEnd] of LISTS) {
    const value = headers[name];
    if (typeof value === 'string' && value.length > MAX_LIST_CHARACTERS)
      headers[name] = keepsEnd ? endOf(value) : startOf(value);
  }
}

function startOf(value: string): string {
  const start = value.slice(0, MAX_LIST_CHARACTERS);
  const end = start.lastIndexOf(',');
  return end < 0 ? start : start.slice(0, end);
}

function endOf(value: string): string {
  const end = value.slice(-MAX_LIST_CHARACTERS);
  return end.slice(end.indexOf(',') + 1);
}
