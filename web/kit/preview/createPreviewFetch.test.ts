import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { stegaClean } from '@sanity/client/stega';
import { createRequest } from '../request/createRequest.ts';
import { createPreviewFetch } from './createPreviewFetch.ts';

const SITE = 'https://magazine.example';
const STUDIO = 'https://studio.example';
const TITLE = 'Two wings';
const PATH = "$['title']";
const contentSourceMaps = {
  documents: [{ _id: 'drafts.film', _type: 'film' }],
  paths: [PATH],
  mappings: {
    [PATH]: { type: 'value', source: { type: 'documentValue', document: 0, path: 0 }, isText: true },
  },
};
const QUERY = JSON.stringify({ query: '{ title }' });
const KEYS = { authorization: 'Bearer tv_live_a', 'x-api-key': 'tv_live_a', 'graphql-client-name': 'b' };

/** The headers of the requests. */
let sent: Record<string, string>[];
let response: Response;
/** Of requests in a session. */
let sessionStatus: number;

/** Records the headers of a request, and responds. */
const respond: typeof fetch = async (_input, init) => {
  sent.push(Object.fromEntries(new Headers(init?.headers)));
  const isRejected = sessionStatus !== 200 && sent.at(-1)?.['x-preview'] !== undefined;
  return isRejected ? new Response(null, { status: sessionStatus }) : response;
};

/** Sends a request as a client does. */
const send = (body = QUERY, url = '/graphql') =>
  createPreviewFetch({ fetch: respond })(url, { method: 'POST', headers: KEYS, body });

const setCookie = (perspective: string) => {
  const session = { perspective, expiresAt: '2026-11-30T00:00:00.000Z', studioOrigins: [STUDIO] };
  const cookie = `a=b; __Host-trivium-preview-session=${encodeURIComponent(JSON.stringify(session))}`;
  Object.assign(globalThis, { document: { cookie } });
};

beforeEach(() => {
  sent = [];
  sessionStatus = 200;
  response = Response.json({ data: { title: TITLE }, extensions: { contentSourceMaps, cost: 3 } });
  Object.assign(globalThis, { location: new URL(`${SITE}/films`), document: { cookie: 'a=b' } });
});
afterEach(() => {
  for (const name of ['location', 'document']) Reflect.deleteProperty(globalThis, name);
});

describe('createPreviewFetch', () => {
  test('sends requests of readers, and on a server, as they are', async () => {
    expect(await send()).toBe(response);
    Reflect.deleteProperty(globalThis, 'document');
    expect(await send()).toBe(response);
    expect(sent).toEqual([KEYS, KEYS]);
  });

  test('asks for drafts with their sources in a session, and encodes the texts', async () => {
    setCookie('drafts');
    const body = (await (await send()).json()) as { data: { title: string }; extensions: unknown };
    expect(sent).toEqual([{ 'graphql-client-name': 'b', 'x-preview': '1', 'x-content-source-map': '1' }]);
    expect(body.data.title).not.toBe(TITLE);
    expect(stegaClean(body.data.title)).toBe(TITLE);
    expect(body.extensions).toEqual({ cost: 3 });
  });

  test('is the function by which `createRequest` sends', async () => {
    setCookie('drafts');
    const request = createRequest('/graphql', KEYS, createPreviewFetch({ fetch: respond }));
    const { title } = await request<{ title: string }>('{ title }');
    expect([title === TITLE, stegaClean(title), sent[0]?.['x-preview']]).toEqual([false, TITLE, '1']);
  });

  test('encodes nothing in a session that shows published content', async () => {
    setCookie('published');
    expect(await send()).toBe(response);
    expect(sent).toEqual([{ 'graphql-client-name': 'b', 'x-preview': '1' }]);
  });

  test.each([
    'mutation Save { save { id } }',
    'fragment F on Film { id }\nmutation { save { ...F } }',
    'subscription Changes($types: [DocumentType!]) { contentChanged(types: $types) { kind } }',
  ])('asks for no sources of what has none: %j', async (query) => {
    setCookie('drafts');
    expect(await send(JSON.stringify({ query }))).toBe(response);
    expect(sent).toEqual([{ 'graphql-client-name': 'b', 'x-preview': '1' }]);
  });

  test('returns a stream of events, which has no end, as it is', async () => {
    setCookie('drafts');
    response = new Response(new ReadableStream(), { headers: { 'content-type': 'text/event-stream' } });
    expect(await send()).toBe(response);
  });

  test('forgets a session that was ended elsewhere, and reads published content', async () => {
    setCookie('drafts');
    sessionStatus = 401;
    expect(await send()).toBe(response);
    expect(sent.at(-1)).toEqual(KEYS);
    expect(document.cookie).toMatch(/^__Host-trivium-preview-session=; Max-Age=0; Path=\/; Secure;/);
  });

  test('rejects requests of a session to another origin, and says what to do', async () => {
    setCookie('drafts');
    await expect(send(QUERY, 'https://api.example/graphql')).rejects.toThrow(
      'expected an address of https://magazine.example for a request in a preview, got one of https://api.example; let the site pass /graphql on',
    );
    expect(sent).toEqual([]);
  });
});
