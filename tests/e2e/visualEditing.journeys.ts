import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '@jest/globals';
import { resolveEditInfo } from '@sanity/client/csm';
import { stegaClean } from '@sanity/client/stega';
import type { BrowserContext, Frame, Locator, Page, Request } from 'playwright-core';
import { waitForSubscriptions } from '../support/subscriber.ts';
import { within } from '../support/within.ts';
import { heading } from './liveUpdates.journeys.ts';
import { clickToEdit, setDraft } from './support/presentation/editing.ts';
import { type Studio, serveStudio } from './support/presentation/serveStudio.ts';
import type { Journey, JourneyContext } from './support/setUpJourneys.ts';

declare global {
  interface Window {
    /** What the page has got from pages of other origins. */
    messages: { readonly origin: string; readonly data: unknown }[];
    /** The page with which a page of another site speaks. */
    target: Window;
  }
}

/** The page of the Studio is another site on purpose. */
const OPTIONS = { allowedErrors: /^foreign: http:\/\/localhost:\d+\//, isIsolated: true } as const;
/** The time without a change after which a page is complete. */
const SETTLED_MS = 500;
const FILM = '/films/lorenz';
const ARTICLE = '/articles/seven-neighbours';
const TITLE = 'Lorenz’s butterfly';
/** The invisible characters in texts, and the names of what loads overlays. */
const STEGA = /(?:\u200b|\u200c|\u200d|\ufeff){4}/;
/** An encoded text with what precedes it, for the message of a failure. */
const ENCODED_TEXT = new RegExp(`.{0,40}${STEGA.source}`);
const OF_PREVIEWS = new RegExp(`${STEGA.source}|sanity-visual-editing|data-sanity`);
/** Pages with cards, with all parts of a film, with rich text, and with results of a search. */
export const MAIN_PAGES = ['/', FILM, ARTICLE, '/search?q=butterfly'];
/** The other kinds of pages. */
export const OTHER_PAGES = [
  '/films',
  '/articles',
  '/people',
  '/people/edward-lorenz',
  '/topics',
  '/topics/chaos',
  '/collections',
  '/collections/going-round',
];

/** Returns what a reader sees of a page, and its addresses, without what differs in every response. */
const contentOf = (page: Page | Frame): Promise<string[]> =>
  page.evaluate(() => {
    const main = document.querySelector('main') as HTMLElement;
    const attributes = [...main.querySelectorAll('[href], [id], [aria-label]')].flatMap((element) =>
      ['href', 'id', 'aria-label'].map((name) => element.getAttribute(name) ?? ''),
    );
    const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    const texts: string[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode.textContent ?? '');
    // The preview of the first film and the figures move while there is time.
    const shown = texts.filter((text) => !/^(Pause|Play|Run| preview)$/.test(text));
    return [document.title, ...shown, ...attributes.filter((value) => !/^_R?r?_/.test(value))];
  });

/** Returns the content of a page once it does not change: parts of a page load, or are hydrated, after the page is open. */
async function settledContentOf(page: Page): Promise<string[]> {
  let content = await contentOf(page);
  return within(15_000, async () => {
    await sleep(SETTLED_MS);
    const before = content;
    content = await contentOf(page);
    expect(content).toEqual(before);
    return content;
  });
}

/** Records in each page of a context the messages of pages of other origins. */
const recordMessages = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    window.messages = [];
    const record = ({ origin, data }: MessageEvent) => {
      if (origin !== location.origin) window.messages.push({ origin, data });
    };
    // Before other listeners, which may end the event.
    window.addEventListener('message', record, { capture: true });
  });

/**
 * Waits until a page has got several messages of another one, which speaks as the Presentation tool, and then a message of an
 * ordinary page, which it answers.
 * @returns what the other page has got by then
 */
async function answersOf(page: Page | Frame, other: Page): Promise<unknown[]> {
  await page.evaluate(() => {
    window.messages.length = 0;
    window.addEventListener('message', ({ data, source, origin }) => {
      if (data === 'question') source?.postMessage('answer', { targetOrigin: origin });
    });
  });
  await page.waitForFunction(
    (otherOrigin) => window.messages.filter(({ origin }) => origin === otherOrigin).length >= 3,
    new URL(other.url()).origin,
  );
  await other.evaluate(() => window.target.postMessage('question', '*'));
  await other.waitForFunction(() => window.messages.some(({ data }) => data === 'answer'));
  return other.evaluate(() => window.messages.map(({ data }) => data));
}

/** Runs a journey with a Studio. */
const inStudio =
  (run: (context: JourneyContext, studio: Studio) => Promise<void>) => async (context: JourneyContext) => {
    const studio = await serveStudio();
    try {
      await run(context, studio);
    } finally {
      studio.close();
      // The draft of a journey that has failed would be in the pages of the next one.
      await context.stack.editor.delete('drafts.film-lorenz');
    }
  };

/** Tests of pages that an editor sees beside the form of the Presentation tool. */
export function visualEditingJourneys(journey: Journey): void {
  journey(
    'a click leads to the field of a title, an object in a list, a person and a block of text, and to a picture',
    inStudio(async ({ page, stack }, studio) => {
      const edit = (elements: Locator, index = 0) => clickToEdit(page, elements.nth(index));
      let frame = await studio.openPreview(page, stack, FILM);
      const film = { id: 'film-lorenz', type: 'film' };
      expect(await edit(frame.locator('h1'))).toMatchObject({ ...film, path: 'title' });
      expect(await edit(frame.getByText('Deterministic Nonperiodic Flow'))).toMatchObject({
        ...film,
        path: expect.stringMatching(/^sources\[_key=="\w+"\]\.title$/),
      });
      frame = await studio.openPreview(page, stack, ARTICLE);
      const article = { id: 'article-seven-neighbours', type: 'article' };
      expect(await edit(frame.locator('#article-text p'))).toMatchObject({
        ...article,
        path: expect.stringMatching(/^body\[_key=="\w+"\]\.children\[_key=="\w+"\]\.text$/),
      });
      expect(await edit(frame.getByText('Tom Albrecht'))).toMatchObject({
        type: 'contributor',
        path: 'name',
      });
      expect(await edit(frame.locator('main img'))).toMatchObject({ ...article, path: 'cover' });
      expect(await edit(frame.getByAltText(/^Hundreds of small dark birds/))).toMatchObject({
        ...article,
        path: expect.stringMatching(/^body\[_key=="\w+"\]\.image$/),
      });
      await frame
        .locator(`#article-text .katex[data-sanity*='.tex"']`)
        .first()
        .waitFor({ state: 'attached' });
      expect(await edit(frame.locator('#article-text pre'))).toMatchObject({
        ...article,
        path: expect.stringMatching(/^body\[_key=="\w+"\]\.code$/),
      });
      // The app has one language; the reader has a journey.
      const german = await frame.evaluate(async () => {
        const headers = { 'content-type': 'application/json', 'x-locale': 'de', 'x-preview': '1' };
        const response = await fetch('/graphql', {
          method: 'POST',
          headers: { ...headers, 'x-content-source-map': '1' },
          body: JSON.stringify({ query: '{ topic(by: { slug: "chaos" }) { title } }' }),
        });
        return response.json();
      });
      expect(
        resolveEditInfo({
          resultSourceMap: german.extensions.contentSourceMaps,
          resultPath: ['topic', 'title'],
          studioUrl: '/',
        }),
      ).toMatchObject({ id: 'topic-chaos', path: ['title', { _key: 'de' }, 'value'] });
      const documents = await page.evaluate(() => window.studio.documents.map(({ _id }) => _id));
      expect(documents).toEqual(expect.arrayContaining(['article-seven-neighbours']));
    }),
    OPTIONS,
  );

  journey(
    'a click leads to a person by their link, to a poster, and to the video that plays',
    inStudio(async ({ page, stack }, studio) => {
      const film = { id: 'film-lorenz', type: 'film' };
      const frame = await studio.openPreview(page, stack, FILM);
      const edit = (element: Locator) => clickToEdit(page, element.first());
      const link = frame.locator('main section a[href="/people/edward-lorenz"]');
      const person = { id: 'person-lorenz', type: 'person' };
      expect(await edit(link.getByText('Edward'))).toMatchObject({ ...person, path: 'name' });
      expect(await edit(link.locator('img'))).toMatchObject({ ...person, path: 'portrait' });
      const player = frame.locator('[data-player-root]');
      expect(await edit(player)).toMatchObject({ ...film, path: 'poster' });
      // Overlays take clicks, also those of keys, while the pointer is over their element.
      await page.mouse.move(0, 0);
      await player.getByRole('button', { name: /^Play/ }).press('Enter');
      await player.locator('video').waitFor();
      await player.locator('> img').waitFor({ state: 'detached' });
      expect(await edit(player)).toMatchObject({ ...film, path: 'video' });
    }),
    OPTIONS,
  );

  journey(
    'the page follows a draft while the editor types, and readers see it when it is published',
    inStudio(async (context, studio) => {
      const { page, stack, open } = context;
      await stack.connectWebhooks();
      const frame = await studio.openPreview(page, stack, FILM);
      await waitForSubscriptions(stack.url, (count) => count > 0);
      const requests: string[] = [];
      page.on('request', (request: Request) => {
        const { pathname, searchParams } = new URL(request.url());
        if (pathname === '/graphql')
          requests.push(searchParams.get('operationName') ?? request.postData() ?? '');
      });
      const shown = frame.evaluate(
        () =>
          new Promise<number>((resolve) => {
            const check = () =>
              document.querySelector('h1')?.textContent?.includes('Two wings') && resolve(Date.now());
            new MutationObserver(check).observe(document, {
              subtree: true,
              childList: true,
              characterData: true,
            });
          }),
      );
      const changedAt = Date.now();
      await setDraft(stack, 'film-lorenz', { title: 'Two wings of a moth' });
      // The goal is 500 ms; tests share the processor.
      expect((await shown) - changedAt).toBeLessThan(5_000);
      // The event of the stream is the only cause: each query is requested once, and no stream is opened.
      expect(requests.length).toBeGreaterThan(0);
      expect(requests).toEqual([...new Set(requests)]);
      expect(requests.join('\n')).not.toContain('DraftChanges');
      expect(await clickToEdit(page, frame.locator('h1').first())).toMatchObject({
        id: 'film-lorenz',
        path: 'title',
      });

      // In a tab, because only the Studio of a session may frame pages, and a published page has no session.
      await page.goto(await studio.previewUrl(stack, FILM));
      await heading(page, 'Two wings of a moth').waitFor();
      await stack.editor.patch('film-lorenz').set({ title: 'Two wings of a moth' }).commit();
      await stack.editor.delete('drafts.film-lorenz');
      await page.locator('sanity-visual-editing').waitFor({ state: 'attached' });
      await page.getByRole('button', { name: 'Leave preview' }).click();
      await page.locator('sanity-visual-editing').waitFor({ state: 'detached' });
      await heading(page, 'Two wings of a moth').waitFor();
      expect(await page.content()).not.toMatch(OF_PREVIEWS);
      await stack.editor.patch('film-lorenz').set({ title: TITLE }).commit();
      await open(FILM);
      await heading(page, TITLE).waitFor();
    }),
    OPTIONS,
  );

  journey(
    'the location and the perspective of the Studio and of the page follow one another',
    inStudio(async ({ page, stack }, studio) => {
      await setDraft(stack, 'film-lorenz', { title: 'A draft of the butterfly' });
      const frame = await studio.openPreview(page, stack, FILM);
      await frame.locator('h1', { hasText: 'A draft of the butterfly' }).waitFor();
      await page.evaluate(() => window.studio.navigate('/people/edward-lorenz'));
      await frame.waitForURL(/\/people\/edward-lorenz$/);
      await frame.locator('h1', { hasText: 'Lorenz' }).filter({ hasNotText: 'butterfly' }).waitFor();
      expect(await clickToEdit(page, frame.locator('h1').first())).toMatchObject({
        id: 'person-lorenz',
        path: 'name',
      });
      await page.waitForFunction(() => window.studio.locations.at(-1)?.endsWith('/people/edward-lorenz'));
      await page.evaluate(() => window.studio.navigate('/films/lorenz'));
      await frame.locator('h1', { hasText: 'A draft of the butterfly' }).waitFor();
      expect(await page.evaluate(() => window.studio.handlesPerspectiveChange)).toBe(true);

      await page.evaluate(() => window.studio.setPerspective('published'));
      await frame.locator('h1', { hasText: TITLE }).waitFor();
      await frame.getByText('Published content').waitFor();
      await page.evaluate(() => window.studio.setPerspective('drafts'));
      await frame.locator('h1', { hasText: 'A draft of the butterfly' }).waitFor();
    }),
    OPTIONS,
  );

  journey(
    'a page of another site that speaks as the Presentation tool learns nothing: it has opened the page, or was opened by it',
    inStudio(async ({ page, stack }, studio) => {
      const other = await serveStudio();
      try {
        await recordMessages(page.context());
        await page.goto(await studio.previewUrl(stack, FILM));
        await page.locator('sanity-visual-editing').waitFor({ state: 'attached' });
        /** Opens the page in a window of a page that speaks as the Presentation tool. */
        const openFrom = async ({ origin }: Studio) => {
          const opener = await page.context().newPage();
          await opener.goto(origin);
          await opener.waitForFunction(() => window.studio !== undefined);
          const popup = opener.waitForEvent('popup');
          await opener.evaluate((url) => {
            window.target = window.open(url) as Window;
            window.studio.speakWith(window.target, new URL(url).origin);
          }, `${stack.url}${FILM}`);
          return { opener, popup: await popup };
        };
        const own = await openFrom(studio);
        await own.opener.waitForFunction(() => window.studio.documents.length > 0);

        const foreign = await openFrom(other);
        await foreign.popup.locator('sanity-visual-editing').waitFor({ state: 'attached' });
        expect(await answersOf(foreign.popup, foreign.opener)).toEqual(['answer']);

        const frame = await studio.openPreview(page, stack, FILM);
        const popup = page.waitForEvent('popup');
        await frame.evaluate((url) => void window.open(url), other.origin);
        const opened = await popup;
        await opened.waitForFunction(() => window.studio !== undefined);
        await opened.evaluate((origin) => {
          window.target = window.opener as Window;
          window.studio.speakWith(window.target, origin);
        }, stack.url);
        expect(await answersOf(frame, opened)).toEqual(['answer']);
        expect(await page.evaluate(() => window.studio.status)).toBe('connected');
      } finally {
        other.close();
      }
    }),
    OPTIONS,
  );

  journey('pages without a session load nothing of previews', async ({ page, open, stack }) => {
    const files = new Set<string>();
    page.on('request', (request: Request) => files.add(request.url()));
    for (const path of [...MAIN_PAGES, ...OTHER_PAGES]) await open(path);
    for (const url of files) {
      if (!url.startsWith(stack.url) || /\.(woff2|m4s|mp4|webp)/.test(url)) continue;
      expect([url, OF_PREVIEWS.test(await (await fetch(url)).text())]).toEqual([url, false]);
    }
    expect(
      [...files].filter((url) => /[Pp]review(Fetch|State)|startPreview|Overlays|VisualEditing/.test(url)),
    ).toEqual([]);
  });
}

/** Tests that previews of pages show what the published pages show, and that their heads have no source map in texts. */
export function previewedPageJourneys(journey: Journey, pages: readonly string[]): void {
  for (const path of pages)
    journey(
      `a page in preview has the texts, addresses and ids of the published page, and a clean head: ${path}`,
      inStudio(async ({ page, stack, open }, studio) => {
        for (const id of ['plates-that-sing', 'two-rates']) await stack.editor.delete(`drafts.article-${id}`);
        await open(path);
        const published = await settledContentOf(page);
        const frame = await studio.openPreview(page, stack, path);
        // Parts of a page load when they are needed.
        await within(15_000, async () => expect(stegaClean(await contentOf(frame))).toEqual(published));
        expect((await contentOf(frame)).join('')).toMatch(STEGA);
        const machineTexts = await frame.evaluate(() =>
          [document.head, ...document.querySelectorAll('script[type="application/ld+json"]')].map(
            ({ outerHTML }) => outerHTML,
          ),
        );
        expect(machineTexts.join('').match(ENCODED_TEXT)?.[0]).toBeUndefined();
      }),
      OPTIONS,
    );
}
