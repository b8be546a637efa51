import { expect } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import type { Journey } from './browser.ts';

const field = (page: Page) => page.getByRole('searchbox', { name: /^Search films, articles/ });
const told = (page: Page) => page.getByRole('main').getByRole('status').first();
const headings = (page: Page) => page.getByRole('main').getByRole('heading', { level: 2 });
const kind = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Kinds' }).getByRole('link', { name: new RegExp(`^${name}`) });
const topic = (page: Page, name: string) => page.getByRole('checkbox', { name: new RegExp(`^${name}`) });
const addressOf = (page: Page) => new URL(page.url()).search;
const numberIn = (words: string | null) => Number(/\d+/.exec(words ?? '')?.[0]);

/** Milliseconds between one attempt and the next. */
const REST = 2000;
/** Milliseconds in which an answer that was held back would have come, if it still came. */
const LATE = 500;

/** Waits until the page tells something, and gives the number in it. */
async function tells(page: Page, words: RegExp): Promise<number> {
  await told(page).filter({ hasText: words }).waitFor();
  return numberIn(await told(page).textContent());
}

/** Holds the graph's answer to a search for these words back, until it is let go. */
async function holdBack(page: Page, query: string): Promise<() => void> {
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  await page.route('**/graphql*', async (route) => {
    const asked = decodeURIComponent(route.request().postData() ?? route.request().url());
    if (asked.includes('SearchPage') && asked.includes(`"query":"${query}"`)) await held;
    await route.continue().catch(() => undefined);
  });
  return letGo;
}

/** Asks again until this is there: providers that failed are left alone for some seconds. */
async function tryAgain(page: Page, wanted: Locator): Promise<void> {
  for (let tries = 0; tries < 10 && !(await wanted.isVisible()); tries += 1) {
    await page
      .getByRole('button', { name: 'Try again' })
      .click({ timeout: REST })
      .catch(() => undefined);
    await wanted.waitFor({ timeout: REST }).catch(() => undefined);
  }
  await wanted.waitFor();
}

/** The page of search as a reader uses it. */
export function searchJourneys(journey: Journey): void {
  journey('search answers while the words are typed, and marks them', async ({ page, open }) => {
    await open('/search');
    await field(page).pressSequentially('lorenz', { delay: 40 });
    await tells(page, /for “lorenz”/);
    const hit = page
      .getByRole('article')
      .filter({ has: page.getByRole('link', { name: 'Lorenz’s butterfly' }) });
    expect((await hit.locator('mark').first().textContent())?.toLowerCase()).toBe('lorenz');
    expect(addressOf(page)).toBe('?q=lorenz');
    await page.goBack();
    await page.waitForURL((url) => url.search === '');
    expect(await field(page).inputValue()).toBe('');
  });

  journey(
    'an answer to older words never replaces one to newer words, and results stay while the next are on their way',
    async ({ page, open }) => {
      await open('/search?q=chladni');
      await tells(page, /for “chladni”/);
      const letGo = await holdBack(page, 'wave');
      await field(page).fill('wave');
      await page.locator('[aria-busy="true"]').getByRole('article').first().waitFor();
      expect(await told(page).textContent()).toContain('chladni');
      await field(page).fill('lorenz');
      await tells(page, /for “lorenz”/);
      letGo();
      await page.waitForTimeout(LATE);
      expect(await told(page).textContent()).toContain('lorenz');
      await page.getByRole('link', { name: 'Lorenz’s butterfly' }).first().waitFor();
    },
  );

  journey('a moment leads to its second of the film', async ({ page, open }) => {
    await open('/search?q=golden+thread');
    await headings(page).getByText('Moments').waitFor();
    const film = page.getByRole('listitem').filter({
      has: page.getByRole('heading', { level: 3, name: 'Lorenz’s butterfly' }),
    });
    await film
      .getByRole('link', { name: /^From 0:\d\d/ })
      .first()
      .click();
    await page.waitForURL(/\/films\/lorenz\?t=\d+$/);
    const second = Number(new URL(page.url()).searchParams.get('t'));
    await page.waitForFunction((from) => {
      const film = document.querySelector('video');
      return film && !film.paused && film.currentTime >= from;
    }, second);
  });

  journey(
    'a still that does not come leaves its ground, and no broken picture',
    async ({ page, open }) => {
      await page.route(/\/thumbnail\./, (route) => route.fulfill({ status: 404, body: '' }));
      await open('/search?q=golden+thread');
      const moment = page.getByRole('link', { name: /^From 0:\d\d/ }).first();
      await moment.scrollIntoViewIfNeeded();
      await moment.locator('img').waitFor({ state: 'detached' });
      await open('/');
      await page.getByRole('banner').getByRole('combobox').pressSequentially('lorenz');
      const option = page.getByRole('option', { name: /Lorenz’s butterfly/ }).first();
      await option.waitFor();
      await option.locator('img').waitFor({ state: 'detached' });
    },
    { expects: /404/ },
  );

  journey(
    'kinds and topics narrow what was found, and the back button undoes each',
    async ({ page, open }) => {
      await open('/search?q=wave');
      const everything = await tells(page, /results/);
      const promised = numberIn(await kind(page, 'Films').textContent());
      await kind(page, 'Films').click();
      expect(await tells(page, /films for/)).toBe(promised);
      expect(await page.getByRole('main').getByRole('article').count()).toBe(promised);
      const label = page.locator('label').filter({ has: topic(page, 'Harmonics') });
      const fewer = numberIn(await label.textContent());
      await topic(page, 'Harmonics').check();
      await page.waitForURL(/topic=harmonics/);
      expect(await tells(page, new RegExp(`^${fewer} film`))).toBe(fewer);
      await page.goBack();
      expect(await tells(page, new RegExp(`^${promised} films`))).toBe(promised);
      expect(await topic(page, 'Harmonics').isChecked()).toBe(false);
      await page.goBack();
      expect(await tells(page, /results/)).toBe(everything);
      await page.goForward();
      await tells(page, /films for/);
      expect(addressOf(page)).toBe('?q=wave&type=film');
    },
  );

  journey(
    'what narrows is listed, stays though it fits nothing, and can be taken back',
    async ({ page, open }) => {
      await open('/search?q=lorenz&topic=resonance&topic=chaos&from=1900');
      const chips = page.getByRole('list', { name: 'Narrowed by' });
      await chips.getByRole('link', { name: 'Remove Chaos' }).waitFor();
      expect(await topic(page, 'Resonance').isChecked()).toBe(true);
      expect(addressOf(page)).toBe('?q=lorenz&topic=chaos&topic=resonance&from=1900');
      await chips.getByRole('link', { name: 'Remove Resonance' }).click();
      await page.waitForURL((url) => url.search === '?q=lorenz&topic=chaos&from=1900');
      await chips.getByRole('link', { name: 'Clear all' }).click();
      await page.waitForURL((url) => url.search === '?q=lorenz');
      await chips.waitFor({ state: 'detached' });
    },
  );

  journey('a list of topics that is long is cut, and can be looked through', async ({ page, open }) => {
    await open('/search?type=article');
    await page.getByRole('button', { name: /^All \d+$/ }).click();
    const last = page.getByRole('checkbox').last();
    const name = /^\p{L}+/u.exec((await last.locator('xpath=..').textContent()) ?? '')?.[0] ?? '';
    await page.getByRole('searchbox', { name: 'Look through topics' }).fill(name.slice(1, 6).toUpperCase());
    expect(await page.getByRole('checkbox').count()).toBe(1);
    await topic(page, name).check();
    await page.waitForURL(new RegExp(`topic=${name.toLowerCase()}`));
  });

  journey(
    'the handles of the years narrow by keyboard, in one step of the history',
    async ({ page, open }) => {
      await open('/search?type=film');
      const all = await tells(page, /films/);
      // As on a telephone, where a key comes before the page has shown what the one before it did.
      await (await page.context().newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: 6 });
      const from = page.getByRole('slider', { name: 'From year' });
      await from.focus();
      const first = Number(await from.getAttribute('aria-valuetext'));
      await page.keyboard.press('ArrowRight');
      await page.waitForURL((url) => url.searchParams.get('from') === String(first + 1));
      await page.keyboard.press('End');
      await page.waitForURL((url) => Number(url.searchParams.get('from')) > first + 1);
      const latest = Number(new URL(page.url()).searchParams.get('from'));
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('ArrowLeft');
      await page.waitForURL((url) => url.search === `?type=film&from=${latest - 2}`);
      await told(page)
        .filter({ hasNotText: `${all} films` })
        .waitFor();
      expect(await from.getAttribute('aria-valuetext')).toMatch(/^20\d\d$/);
      await page.goBack();
      expect(await tells(page, new RegExp(`^${all} films`))).toBe(all);
    },
  );

  journey('a longer list keeps its place when the reader comes back to it', async ({ page, open }) => {
    await open('/search?q=the&type=moment');
    const lines = page.getByRole('main').getByRole('link', { name: /^From / });
    await lines.first().waitFor();
    const short = await lines.count();
    await page.getByRole('link', { name: 'Show more' }).click();
    await page.waitForURL(/page=2/);
    await page.waitForFunction((count) => document.querySelectorAll('main ol a').length > count, short);
    const long = await lines.count();
    await lines.nth(long - 2).scrollIntoViewIfNeeded();
    const place = await page.evaluate(() => scrollY);
    await lines.nth(long - 2).click();
    await page.waitForURL(/\/films\//);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.postData() ?? request.url()));
    await page.goBack();
    await page.waitForURL(/page=2/);
    await page.waitForFunction((y) => Math.abs(scrollY - y) < 40, place);
    expect(await lines.count()).toBe(long);
    expect(asked.filter((request) => /SearchPage|MoreMoments/.test(request))).toEqual([]);
  });

  journey('words that nothing has are told so, with ways on that lead somewhere', async ({ page, open }) => {
    await open('/search?q=zzyzxqw+butterfly&topic=harmonics&from=2000');
    await tells(page, /^Nothing for “zzyzxqw butterfly”/);
    await page.getByRole('link', { name: 'Only “butterfly”' }).click();
    expect(await tells(page, /for “butterfly”/)).toBeGreaterThan(0);
    await open('/search?q=zzyzxqw');
    await tells(page, /^Nothing for “zzyzxqw”/);
    await page.getByRole('heading', { name: 'Wander instead' }).waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Chaos' }).click();
    await page.getByRole('heading', { level: 1, name: 'Chaos' }).waitFor();
    await open('/search?q=%25');
    await tells(page, /^There is no word in “%” to look for/);
    await page.getByRole('main').getByRole('link', { name: 'golden thread' }).waitFor();
  });

  journey(
    'a question finds what is said in any language, and tells which of its words nobody says',
    async ({ page, open }) => {
      await open('/search?q=how+does+a+flock+work');
      await page.getByText('Nobody says all of these words; this is where “flock” is said.').waitFor();
      expect(await page.getByRole('main').locator('mark').allTextContents()).not.toContain('a');
      await open('/search?q=Schmetterling');
      await tells(page, /^1 moment for/);
      expect(await kind(page, 'All').textContent()).toMatch(/1$/);
      await page.getByRole('link', { name: /^From .*Schmetterling/ }).waitFor();
      await open('/search?q=wave&topic=waves');
      await tells(page, /moments for “wave”/);
    },
  );

  journey('every search that is proposed finds something', async ({ page, open }) => {
    await open('/search');
    const examples = page.getByRole('main').getByRole('region').or(page.locator('main section')).first();
    await examples.getByRole('link').nth(2).waitFor();
    const links = await examples
      .getByRole('link')
      .evaluateAll((all) => all.map((one) => one.textContent ?? ''));
    expect(links.length).toBeGreaterThan(2);
    for (const words of links) {
      await examples.getByRole('link', { name: words }).click();
      expect(await tells(page, new RegExp(`for “${words}”`))).toBeGreaterThan(0);
      await page.goBack();
      await examples.getByRole('link', { name: words }).waitFor();
    }
  });

  journey(
    'without the search provider the page finds by words and says so, and goes on by itself when all is back',
    async ({ page, house, open }) => {
      // What was read before would stand in.
      await house.cache.purgeAll();
      await house.faults('search', [{ kind: 'reset' }]);
      try {
        await open('/search?q=lorenz');
        const half = page.getByText('Search is only half there at the moment');
        await half.waitFor();
        await page.getByRole('main').getByRole('link', { name: 'Lorenz’s butterfly' }).first().waitFor();
        await open('/search?q=pendlumm&topic=chaos');
        await page.getByText('A slip is not forgiven').waitFor();
        await page.getByRole('link', { name: 'Remove Chaos' }).waitFor();
        await house.faults('search');
        await half.waitFor({ state: 'detached' });
        await house.faults('search', [{ kind: 'reset' }]);
        await house.cache.purgeAll();
        await open('/films/lorenz');
        await page.getByRole('button', { name: /A single golden thread/ }).waitFor();
        await house.faults('content', [{ kind: 'reset' }]);
        await house.cache.purgeAll();
        await open('/search?q=chladni');
        await page.getByText('Search cannot be reached at the moment.').waitFor();
        await page.getByRole('main').getByRole('link', { name: 'all films' }).waitFor();
      } finally {
        await house.faults('search');
        await house.faults('content');
      }
      await tryAgain(page, page.getByRole('link', { name: 'Sand finds the silence' }).first());
    },
  );
}
