import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createPreviewSecret } from '@sanity/preview-url-secret/create-secret';
import {
  disablePreviewAccessSharing,
  enablePreviewAccessSharing,
} from '@sanity/preview-url-secret/toggle-preview-access-sharing';
import { WebSocket } from 'ws';
import { createPreviewToken } from '../../../gateway/services/auth/token.ts';
import { createApiKey } from '../../support/createApiKey.ts';
import { rawRequest } from '../../support/rawRequest.ts';
import type { Stack } from '../../support/stack.ts';
import { createTextReader } from '../../support/textReader.ts';
import { within } from '../../support/within.ts';

const STUDIO = 'https://studio.example.com';
const FILM = '/films/lorenz';
const DRAFT_TITLE = 'The unpublished butterfly';
const NAVIGATION = {
  'sec-fetch-site': 'cross-site',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-dest': 'document',
  accept: 'text/html',
};
/** Of each kind of page and resource, those that show the film. */
const PUBLISHED_ADDRESSES = [
  '/',
  '/films',
  FILM,
  '/embed/films/lorenz',
  '/articles',
  '/articles/two-forks',
  '/articles/two-forks.md',
  '/topics/chaos',
  '/people/edward-lorenz',
  '/collections',
  '/search?q=butterfly',
  '/library',
  '/nowhere',
  '/feed.xml',
  '/sitemap.xml',
  '/robots.txt',
  '/opensearch.xml',
];
const SAME_ORIGIN = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' };
const TITLE_QUERY = '{ film(by: { slug: "lorenz" }) { title } }';

/** Tests of preview sessions: how they begin, what they show, and to whom. */
export function previewsSuite(stack: () => Stack): void {
  type Headers = Readonly<Record<string, string>>;
  const get = (path: string, headers: Headers = {}) => rawRequest(stack().url, { path, headers });
  const post = (path: string, headers: Headers = {}, body?: unknown) =>
    fetch(`${stack().url}${path}`, {
      method: 'POST',
      redirect: 'manual',
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const newSecret = async (studio = STUDIO) =>
    (await createPreviewSecret(stack().editor, 'sanity/presentation', `${studio}/presentation`, 'ada'))
      .secret;
  const enableUrl = (parameters: Readonly<Record<string, string>>) =>
    `/api/preview/enable?${new URLSearchParams(parameters)}`;
  /** Starts a session as the Presentation tool does. */
  const enable = async (path = FILM, perspective = 'drafts', studio = STUDIO) =>
    get(
      enableUrl({
        'sanity-preview-secret': await newSecret(studio),
        'sanity-preview-pathname': path,
        'sanity-preview-perspective': perspective,
      }),
      NAVIGATION,
    );
  const cookieOf = (response: { readonly headers: Readonly<Record<string, unknown>> }): string =>
    String(response.headers['set-cookie']).split(';')[0] as string;
  const startSession = async (perspective?: string) => cookieOf(await enable(FILM, perspective));
  const getPage = (cookie: string, path = FILM, headers: Headers = {}) =>
    get(path, { ...NAVIGATION, cookie, ...headers });
  const hasDraft = (body: Buffer) => String(body).includes(DRAFT_TITLE);
  const titleOf = async (headers: Headers, method = 'POST') => {
    const url = `${stack().url}/graphql`;
    const response =
      method === 'GET'
        ? await fetch(`${url}?${new URLSearchParams({ query: TITLE_QUERY })}`, { headers })
        : await fetch(url, {
            method,
            headers: { 'content-type': 'application/json', ...headers },
            body: JSON.stringify({ query: TITLE_QUERY }),
          });
    const { data, errors } = (await response.json()) as {
      data?: { film: { title: string } };
      errors?: { extensions: { code: string } }[];
    };
    return data?.film.title ?? errors?.[0]?.extensions.code;
  };

  describe('preview sessions', () => {
    let published: string;
    beforeAll(async () => {
      const document = await stack().editor.getDocument('film-lorenz');
      published = document?.title as string;
      const { _rev, ...draft } = document as NonNullable<typeof document>;
      await stack().editor.createOrReplace({ ...draft, _id: 'drafts.film-lorenz', title: DRAFT_TITLE });
    });
    afterAll(() => stack().editor.delete('drafts.film-lorenz'));

    test('begin with a secret of the Presentation tool, in a cookie that no script reads', async () => {
      const response = await enable('/films/lorenz?a=b#c');
      expect([response.status, response.headers.location]).toEqual([307, '/films/lorenz?a=b#c']);
      const [cookie, session] = response.headers['set-cookie'] as readonly string[];
      expect(cookie).toMatch(
        /^__Host-trivium-preview=\S+; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=None; Partitioned$/,
      );
      expect(session).toMatch(/; Max-Age=\d+; Path=\/; Secure; SameSite=None; Partitioned$/);
      expect(response.headers['cache-control']).toBe('private, no-store');
      expect(response.headers['access-control-allow-origin']).toBeUndefined();
    });

    test('describe themselves to scripts, in a cookie that gives no access', async () => {
      const { headers } = await enable(FILM, 'drafts');
      const session = (headers['set-cookie'] as readonly string[])[1]?.split(';')[0] as string;
      const [name, value = ''] = session.split('=');
      expect([name, JSON.parse(decodeURIComponent(value))]).toEqual([
        '__Host-trivium-preview-session',
        { perspective: 'drafts', expiresAt: expect.any(String), studioOrigins: [STUDIO] },
      ]);
      expect(await titleOf({ cookie: session, 'x-preview': '1' })).toBe('UNAUTHENTICATED');
      expect(hasDraft((await getPage(session)).body)).toBe(false);
    });

    test('render pages with drafts, which nothing stores and only the Studio frames', async () => {
      const cookie = await startSession();
      const { status, headers, body } = await getPage(cookie);
      expect([status, headers['cache-control'], headers.etag]).toEqual([200, 'private, no-store', undefined]);
      expect(headers.vary).toMatch(/cookie/);
      expect(headers['content-security-policy']).toContain(`frame-ancestors 'self' ${STUDIO};`);
      expect(headers['access-control-allow-origin']).toBeUndefined();
      expect(hasDraft(body)).toBe(true);
      const state = /id="hydration-state"[^>]*>([^<]*)</.exec(String(body))?.[1] as string;
      expect(JSON.parse(state).preview).toMatchObject({
        kind: 'session',
        perspective: 'drafts',
        studioOrigins: [STUDIO],
      });
    });

    test.each(['/feed.xml', '/articles/two-forks.md', '/sitemap.xml'])(
      'no page of another site reads a resource with drafts: %s',
      async (path) => {
        const { status, headers } = await getPage(await startSession(), path);
        expect([status, headers['cache-control']]).toEqual([200, 'private, no-store']);
        expect(headers['access-control-allow-origin']).toBeUndefined();
      },
    );

    test.each(['https://*', 'https://*.evil.example', 'http:*', 'https://a;script-src', 'https://a,b'])(
      'are framed by one origin only: %s of the secret is none',
      async (studio) => {
        const { headers } = await getPage(cookieOf(await enable(FILM, 'drafts', studio)));
        expect(headers['content-security-policy']).toContain("frame-ancestors 'self'; script-src 'self'");
      },
    );

    test.each(['https://studio.example.com:3333', 'http://[::1]:3333', 'http://localhost:3333'])(
      'are framed by the Studio at %s',
      async (studio) => {
        const { headers } = await getPage(cookieOf(await enable(FILM, 'drafts', studio)));
        expect(headers['content-security-policy']).toContain(`frame-ancestors 'self' ${studio};`);
      },
    );

    test('leave what readers get as it is: not a byte differs before, during and after a session', async () => {
      const card = `/oembed?url=${encodeURIComponent(`${stack().url}${FILM}`)}`;
      const addresses = [...PUBLISHED_ADDRESSES, card];
      const read = () =>
        Promise.all(
          addresses.map(async (path) => {
            const { status, headers, body } = await get(path, { accept: 'text/html' });
            // What depends on the state of the cache.
            const {
              date: _date,
              'cache-control': _control,
              'cache-status': _status,
              'cache-tag': _tag,
              'x-request-id': _id,
              ...others
            } = headers;
            return { path, status, headers: others, body: String(body) };
          }),
        );
      const before = await read();
      for (const { path, status, headers, body } of before) {
        expect([path, status]).toEqual([path, path === '/nowhere' ? 404 : 200]);
        expect([path, body.includes(DRAFT_TITLE)]).toEqual([path, false]);
        expect([path, headers['set-cookie']]).toEqual([path, undefined]);
      }
      const cookie = await startSession();
      for (const path of addresses) await getPage(cookie, path);
      expect((await read()).every((page, i) => isDeepStrictEqual(page, before[i]))).toBe(true);
      await post('/api/preview/disable', { cookie, ...SAME_ORIGIN });
      expect((await read()).every((page, i) => isDeepStrictEqual(page, before[i]))).toBe(true);
    });

    test.each(['GET', 'POST', 'QUERY'])(
      'read drafts by %s with X-Preview from pages of this site',
      async (method) => {
        const cookie = await startSession();
        expect(await titleOf({ cookie, ...SAME_ORIGIN, 'x-preview': '1' }, method)).toBe(DRAFT_TITLE);
        expect(await titleOf({ cookie, ...SAME_ORIGIN }, method)).toBe(published);
        // A browser without `Sec-Fetch-Site`.
        expect(await titleOf({ cookie, origin: stack().url, 'x-preview': '1' }, method)).toBe(DRAFT_TITLE);
        for (const foreign of [
          { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
          { 'sec-fetch-site': 'same-site', origin: 'https://evil.example' },
          { 'sec-fetch-site': 'none' },
          { origin: 'https://evil.example' },
          { origin: 'null' },
        ]) {
          const headers: Headers = { cookie, ...(foreign as unknown as Headers) };
          expect(await titleOf({ ...headers, 'x-preview': '1' }, method)).toBe('FORBIDDEN');
          expect(await titleOf(headers, method)).toBe(published);
        }
      },
    );

    test('end by POST from this site, for every copy of the cookie', async () => {
      const cookie = await startSession();
      const foreign: readonly Headers[] = [
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'cross-site', origin: stack().url },
        { origin: 'https://evil.example' },
        { origin: 'null' },
      ];
      for (const headers of foreign)
        expect((await post('/api/preview/disable', { cookie, ...headers })).status).toBe(403);
      expect(await titleOf({ cookie, 'x-preview': '1' })).toBe(DRAFT_TITLE);
      const ended = await post('/api/preview/disable', { cookie, ...SAME_ORIGIN });
      expect([ended.status, ...ended.headers.getSetCookie()]).toEqual([
        204,
        '__Host-trivium-preview=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=None; Partitioned',
        '__Host-trivium-preview-session=; Max-Age=0; Path=/; Secure; SameSite=None; Partitioned',
      ]);
      expect(await titleOf({ cookie, 'x-preview': '1' })).toBe('UNAUTHENTICATED');
      const page = await getPage(cookie);
      expect(hasDraft(page.body)).toBe(false);
      expect(page.headers['cache-control']).not.toMatch(/no-store/);
    });

    test('end by POST of a browser that states its origin instead of the site', async () => {
      const cookie = await startSession();
      expect((await post('/api/preview/disable', { cookie, origin: stack().url })).status).toBe(204);
      expect(await titleOf({ cookie, 'x-preview': '1' })).toBe('UNAUTHENTICATED');
    });

    test('change their perspective', async () => {
      const cookie = await startSession();
      const change = (headers: Headers, body: unknown) =>
        post('/api/preview/perspective', { cookie, ...SAME_ORIGIN, ...headers }, body);
      expect((await change({}, { perspective: 'published' })).status).toBe(403);
      expect((await change({ 'x-preview': '1' }, { perspective: 'raw' })).status).toBe(400);
      expect((await change({ 'x-preview': '1' }, {})).status).toBe(400);
      const changed = await change({ 'x-preview': '1' }, { perspective: 'published' });
      expect(changed.status).toBe(204);
      const publishedCookie = cookieOf({ headers: { 'set-cookie': changed.headers.getSetCookie() } });
      expect(await titleOf({ cookie: publishedCookie, 'x-preview': '1' })).toBe(published);
      expect(changed.headers.getSetCookie()[1]).toContain(encodeURIComponent('"perspective":"published"'));
      const { headers, body } = await getPage(publishedCookie);
      expect(headers['cache-control']).toBe('private, no-store');
      expect(hasDraft(body)).toBe(false);
    });

    test.each(['no-cors', 'cors', 'same-origin'])(
      'show the published page to scripts and the service worker, which could store it: mode %s',
      async (mode) => {
        const cookie = await startSession();
        const { body } = await get(FILM, { cookie, 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': mode });
        expect(hasDraft(body)).toBe(false);
      },
    );

    test('are for no other tool: search, MCP, SDL, plans, reserved streams and docs stay published', async () => {
      const cookie = await startSession();
      const search = await fetch(`${stack().url}/graphql`, {
        method: 'POST',
        headers: { cookie, 'content-type': 'application/json' },
        body: JSON.stringify({
          query: '{ search(query: "butterfly", first: 50) { edges { node { ... on Film { title } } } } }',
        }),
      });
      const found = await search.text();
      expect([found.includes(published), found.includes(DRAFT_TITLE)]).toEqual([true, false]);
      const call = {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'film', arguments: { slug: 'lorenz' } },
      };
      const own = { cookie, ...SAME_ORIGIN, 'x-preview': '1' };
      const callMcp = (headers: Headers) =>
        post('/mcp', { cookie, accept: 'application/json, text/event-stream', ...headers }, call);
      expect(await (await callMcp({})).text()).toContain(published);
      for (const response of [
        await callMcp(own),
        await callMcp({ 'x-preview': '1' }),
        await callMcp({ 'x-preview': '1', origin: 'https://evil.example' }),
        await post('/explorer/plan', own, { query: TITLE_QUERY }),
        await fetch(`${stack().url}/graphql/stream`, { method: 'PUT', headers: own }),
        await fetch(`${stack().url}/schema.graphql`, { headers: own }),
      ]) {
        const text = await response.text();
        expect([response.url, response.status, text.includes('X-Preview')]).toEqual([
          response.url,
          403,
          true,
        ]);
      }
      const sdlOf = async (path: string, headers: Headers) => (await get(path, headers)).body.toString();
      const key = await createApiKey(stack(), 'editor', ['read:drafts']);
      expect(await sdlOf('/docs/llms.txt', { authorization: `Bearer ${key}` })).toContain(
        'createPreviewLink',
      );
      expect(await sdlOf('/docs/llms.txt', own)).not.toContain('createPreviewLink');
    });

    test.each([
      '//evil.example',
      '/\\evil.example',
      '\\\\evil.example',
      'https://evil.example/films/lorenz',
      'https:evil.example',
      'javascript:alert(1)',
      '/\t/evil.example',
      '/.//evil.example',
      '/x/..//evil.example',
      ' //evil.example',
      'films/lorenz',
      '/films\r\nset-cookie: a=b',
    ])('redirect to this site only: %j is rejected', async (path) => {
      const { status, headers } = await enable(path);
      expect([status, headers.location, headers['set-cookie']]).toEqual([400, undefined, undefined]);
    });

    test('are no credentials of a WebSocket, whatever its origin and parameters', async () => {
      const cookie = await startSession();
      for (const origin of [stack().url, 'https://evil.example', undefined]) {
        const headers = { cookie, ...(origin !== undefined && { origin }) };
        const socket = new WebSocket(`${stack().url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
          headers,
        });
        const closed = new Promise<number>((resolve) => socket.once('close', resolve));
        socket.once('open', () =>
          socket.send(JSON.stringify({ type: 'connection_init', payload: { 'X-Preview': '1' } })),
        );
        expect(await closed).toBe(4401);
      }
    });

    test('send changes of drafts as events to pages of this site, until they are revoked', async () => {
      const cookie = await startSession();
      const query = 'subscription { contentChanged { documentId kind node { ... on Film { title } } } }';
      const open = (headers: Headers) =>
        fetch(`${stack().url}/graphql?${new URLSearchParams({ query })}`, {
          headers: { cookie, accept: 'text/event-stream', ...headers },
        });
      expect((await open({ 'x-preview': '1', origin: 'https://evil.example' })).status).toBe(403);
      const events = await open({ 'x-preview': '1', ...SAME_ORIGIN });
      expect(events.status).toBe(200);
      const publicEvents = await open({});
      const readText = createTextReader(events);
      const title = `${DRAFT_TITLE}, edited`;
      await stack().editor.patch('drafts.film-lorenz').set({ title }).commit();
      await readText(title);
      await post('/api/preview/disable', { cookie, ...SAME_ORIGIN });
      await readText('UNAUTHENTICATED');
      await stack().editor.patch('topic-chaos').set({ edited: true }).commit();
      expect(await createTextReader(publicEvents)('documentId')).not.toContain(DRAFT_TITLE);
      await stack().editor.patch('drafts.film-lorenz').set({ title: DRAFT_TITLE }).commit();
    });

    test.each([
      ['sanity-preview-secret', 'The preview was not started', '/films/lorenz?a=b'],
      ['link', 'This preview link does not work', undefined],
    ])('tell browsers by a page, and others by JSON, that %s is wrong', async (name, heading, published) => {
      const url = enableUrl({ [name]: 'wrong', 'sanity-preview-pathname': `${FILM}?a=b` });
      const page = await get(url, NAVIGATION);
      expect([page.status, page.headers['content-type'], page.headers['cache-control']]).toEqual([
        401,
        'text/html; charset=utf-8',
        'no-store',
      ]);
      expect(page.headers.vary).toMatch(/accept\b(?!-)/);
      expect(page.headers['content-security-policy']).toContain('frame-ancestors *;');
      expect(page.headers['access-control-allow-origin']).toBeUndefined();
      const links = [...String(page.body).matchAll(/<a href="([^"]*)"/g)].map(([, href]) => href);
      expect(String(page.body)).toMatch(new RegExp(`<h1[^>]*>${heading}<`));
      expect(links).toEqual([...(published === undefined ? [] : [published]), '/']);
      for (const accept of ['*/*', 'application/json']) {
        const { status, body } = await get(url, { ...NAVIGATION, accept });
        const errors = [{ extensions: { code: 'UNAUTHENTICATED' } }];
        expect([status, JSON.parse(String(body))]).toMatchObject([401, { errors }]);
      }
    });

    test('tell browsers by a page that a redirect to another site is rejected, without a link to it', async () => {
      const { status, headers, body } = await enable('//evil.example');
      expect([status, headers['content-type']]).toEqual([400, 'text/html; charset=utf-8']);
      expect(String(body)).toContain('The preview could not be opened');
      expect(String(body)).not.toContain('evil');
    });

    test('have their banner in the page that the server sends, with a way out except in a frame', async () => {
      const cookie = await startSession();
      const banner =
        /<div id="preview-banner"><template shadowrootmode="open">.*<aside .*Drafts.*<\/template>/s;
      const leave = '<form action="/api/preview/disable" method="post">';
      const inTab = String((await getPage(cookie)).body);
      expect(inTab).toMatch(banner);
      expect(inTab).toContain(leave);
      const inFrame = String((await getPage(cookie, FILM, { 'sec-fetch-dest': 'iframe' })).body);
      expect(inFrame).toMatch(banner);
      expect(inFrame).not.toContain(leave);
      expect(String((await get(FILM, NAVIGATION)).body)).not.toContain('preview-banner');
    });

    test('begin with the secret of a shared preview too, and end when sharing is turned off', async () => {
      const { editor } = stack();
      const { secret } = await enablePreviewAccessSharing(editor, 'sanity/presentation', STUDIO);
      const url = enableUrl({ 'sanity-preview-secret': secret, 'sanity-preview-pathname': FILM });
      const opened = await get(url, NAVIGATION);
      const cookie = cookieOf(opened);
      const headers = { cookie, ...SAME_ORIGIN, 'x-preview': '1' };
      expect(decodeURIComponent(String(opened.headers['set-cookie']))).toContain('"isShared":true');
      expect(await titleOf(headers)).toBe(DRAFT_TITLE);
      expect(String((await getPage(cookie)).body)).toContain('<strong>Shared preview</strong>');
      for (const mutation of [
        `createPreviewLink(input: { path: "${FILM}" }) { userErrors { code } }`,
        'revokePreviewLink(input: { previewId: "unknown" }) { userErrors { code } }',
      ]) {
        const response = await post('/graphql', headers, { query: `mutation { ${mutation} }` });
        expect([mutation, await response.text()]).toEqual([mutation, expect.stringContaining('"FORBIDDEN"')]);
      }
      const editors = { cookie: await startSession(), ...SAME_ORIGIN, 'x-preview': '1' };
      await disablePreviewAccessSharing(editor, 'sanity/presentation', STUDIO);
      expect((await get(url, NAVIGATION)).status).toBe(401);
      // The secret is read once in five seconds.
      await within(15_000, async () => expect(await titleOf(headers)).toBe('UNAUTHENTICATED'));
      expect(hasDraft((await getPage(cookie)).body)).toBe(false);
      expect(await titleOf(editors)).toBe(DRAFT_TITLE);
    });

    test('need a valid secret, and a navigation', async () => {
      for (const secret of ['', 'wrong', `${await newSecret()}x`]) {
        const { status, headers } = await get(enableUrl({ 'sanity-preview-secret': secret }), NAVIGATION);
        expect([status, headers['set-cookie']]).toEqual([401, undefined]);
      }
      const ofScripts: readonly Headers[] = [
        { 'sec-fetch-mode': 'no-cors', 'sec-fetch-site': 'cross-site' },
        { origin: 'https://evil.example' },
      ];
      for (const headers of ofScripts)
        expect((await get(enableUrl({ 'sanity-preview-secret': await newSecret() }), headers)).status).toBe(
          403,
        );
    });
  });

  test.each([
    '/api/preview/enable/?sanity-preview-secret=canary',
    '/api//preview/enable?sanity%2Dpreview%2Dsecret=canary',
    `/api/preview/enable/?link=${createPreviewToken('abcdefghijkl').text}`,
    '/films/?a=b&sanity-preview-secret=canary',
    `${FILM}?sanity-preview-secret=canary`,
    '/search?genre=unknown&sanity-preview-secret=canary',
    '/nowhere?sanity-preview-secret=canary',
    '/feed.xml?sanity-preview-secret=canary',
  ])('no cache stores a response to a URL with the secret of a preview: %s', async (path) => {
    const requests: readonly Headers[] = [{ accept: 'text/html' }, {}, { 'x-locale': 'en' }];
    for (const headers of requests) {
      const response = await get(path, headers);
      expect([response.status, response.headers['cache-control']]).toEqual([
        expect.any(Number),
        expect.stringMatching(/\bno-store\b/),
      ]);
      expect(response.headers['cache-tag']).toBeUndefined();
    }
  });

  describe('preview links', () => {
    const OTHER = '/films/boids';
    let link: { previewId: string; url: string };
    let draft: string;
    const mutate = async (headers: Headers, query: string, variables: unknown) => {
      const response = await fetch(`${stack().url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ query, variables }),
      });
      // biome-ignore lint/suspicious/noExplicitAny: the data has the shape of the mutation
      return (await response.json()) as any;
    };
    const create = (headers: Headers, input: Readonly<Record<string, unknown>>) =>
      mutate(
        headers,
        'mutation ($input: CreatePreviewLinkInput!) { createPreviewLink(input: $input) { previewLink { previewId path perspective expiresAt } url userErrors { code field message } } }',
        { input },
      );
    const open = (url: string) => get(url.slice(stack().url.length), NAVIGATION);

    beforeAll(async () => {
      const { editor } = stack();
      for (const slug of ['lorenz', 'boids']) {
        const { _rev, ...document } = (await editor.getDocument(`film-${slug}`)) as NonNullable<
          Awaited<ReturnType<typeof editor.getDocument>>
        >;
        await editor.createOrReplace({ ...document, _id: `drafts.film-${slug}`, title: DRAFT_TITLE });
      }
      const cookie = await startSession();
      const { data } = await create({ cookie, ...SAME_ORIGIN, 'x-preview': '1' }, { path: FILM });
      link = { ...data.createPreviewLink.previewLink, url: data.createPreviewLink.url };
      draft = cookieOf(await open(link.url));
    });
    afterAll(async () => {
      for (const slug of ['lorenz', 'boids']) await stack().editor.delete(`drafts.film-${slug}`);
    });

    test('lead to their page, with its drafts', async () => {
      const opened = await open(link.url);
      expect([opened.status, opened.headers.location]).toEqual([307, FILM]);
      const { headers, body } = await getPage(draft);
      expect([headers['cache-control'], hasDraft(body)]).toEqual(['private, no-store', true]);
      expect(headers['content-security-policy']).toContain("frame-ancestors 'self';");
    });

    test('leave the session of an editor, which shows their page, as it is', async () => {
      const cookie = await startSession();
      const path = link.url.slice(stack().url.length);
      const opened = await get(path, { ...NAVIGATION, cookie });
      expect([opened.status, opened.headers.location, opened.headers['set-cookie']]).toEqual([
        307,
        FILM,
        undefined,
      ]);
      expect(hasDraft((await getPage(cookie)).body)).toBe(true);
      const unknown = await get(`${path}x`, { ...NAVIGATION, cookie });
      expect([unknown.status, unknown.headers['set-cookie']]).toEqual([401, undefined]);
      await post('/api/preview/disable', { cookie, ...SAME_ORIGIN });
      for (const other of [cookie, draft]) {
        const { headers } = await get(path, { ...NAVIGATION, cookie: other });
        expect((headers['set-cookie'] as readonly string[])[1]).toMatch(
          /^__Host-trivium-preview-session=; Max-Age=0;/,
        );
      }
    });

    test.each([
      OTHER,
      '/films',
      '/',
      `${FILM}?a=b`,
      `${FILM}/`,
      '/embed/films/lorenz',
      `//x${FILM}`,
      '/films/%6Corenz',
      '/feed.xml',
      '/search?q=unpublished',
    ])('show no draft at %s', async (path) => {
      const { body } = await getPage(draft, path);
      expect(hasDraft(body)).toBe(false);
    });

    test.each(['GET', 'POST', 'QUERY'])('give no data of the graph by %s', async (method) => {
      expect(await titleOf({ cookie: draft, 'x-preview': '1', ...SAME_ORIGIN }, method)).toBe('FORBIDDEN');
      expect(await titleOf({ cookie: draft, ...SAME_ORIGIN }, method)).not.toBe(DRAFT_TITLE);
    });

    test('cannot change their perspective, and are no API key', async () => {
      const changed = await post(
        '/api/preview/perspective',
        { cookie: draft, ...SAME_ORIGIN, 'x-preview': '1' },
        { perspective: 'drafts' },
      );
      expect(changed.status).toBe(403);
      const token = new URL(link.url).searchParams.get('link');
      expect(await titleOf({ authorization: `Bearer ${token}`, 'x-perspective': 'drafts' })).toBe(
        'UNAUTHENTICATED',
      );
    });

    test('need read:drafts, a path of this site and an expiry within 30 days', async () => {
      expect((await create({}, { path: FILM })).errors[0].extensions.code).toBe('FORBIDDEN');
      const cookie = await startSession();
      const headers = { cookie, 'x-preview': '1' };
      for (const [field, input] of Object.entries({
        path: { path: '//evil.example' },
        perspective: { path: FILM, perspective: 'raw' },
        expiresAt: { path: FILM, expiresAt: '2199-01-01T00:00:00Z' },
      })) {
        const { data } = await create(headers, input);
        expect(data.createPreviewLink).toMatchObject({
          previewLink: null,
          url: null,
          userErrors: [{ code: 'INVALID', field }],
        });
      }
    });

    test('end for everybody who has them when they are revoked', async () => {
      const cookie = await startSession();
      const revoke = (previewId: string) =>
        mutate(
          { cookie, 'x-preview': '1' },
          'mutation ($id: ID!) { revokePreviewLink(input: { previewId: $id }) { previewLink { revokedAt } userErrors { code field } } }',
          { id: previewId },
        );
      const { data } = await create({ cookie, 'x-preview': '1' }, { path: OTHER });
      const { url, previewLink } = data.createPreviewLink;
      const reader = cookieOf(await open(url));
      expect(hasDraft((await getPage(reader, OTHER)).body)).toBe(true);
      const revoked = await revoke(previewLink.previewId);
      expect(revoked.data.revokePreviewLink.previewLink.revokedAt).toMatch(/^\d{4}-/);
      expect(hasDraft((await getPage(reader, OTHER)).body)).toBe(false);
      const ended = await open(url);
      expect([ended.status, ended.headers['set-cookie']]).toEqual([401, undefined]);
      expect(ended.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(String(ended.body)).toMatch(/<h1[^>]*>This preview link was revoked<.*href="\/films\/boids"/s);
      expect((await revoke('unknown')).data.revokePreviewLink.userErrors).toEqual([
        { code: 'NOT_FOUND', field: 'previewId' },
      ]);
    });
  });
}
