import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { DOCUMENTED_ORIGIN } from '../../../gateway/sites/docs/markdown/operationPrograms.ts';
import { freePort } from '../../support/freePort.ts';
import { ROOT } from '../../support/stack.ts';
import { createStarterApp, type StarterApp } from '../../support/starterApp.ts';
import { waitForSubscriptions } from '../../support/subscriber.ts';
import { within } from '../../support/within.ts';
import { clickToEdit, setDraft } from '../support/presentation/editing.ts';
import { type Studio, serveStudio } from '../support/presentation/serveStudio.ts';
import { type JourneyContext, setUpJourneys } from '../support/setUpJourneys.ts';

const GUIDE = readFileSync(`${ROOT}docs/api/visual-editing.md`, 'utf8');
const PACKAGES = ['@apollo/client', 'rxjs', 'vite', 'styled-components'];
/** The command of the guide that checks the types, without `npx`. */
const TYPE_CHECK = /^ {4}npx tsc (.*)$/m.exec(GUIDE)?.[1]?.split(' ') ?? [];
const BUILD_TIMEOUT_MS = 180_000;
const START_TIMEOUT_MS = 30_000;
const FILM = '/films/lorenz';
const TITLE = 'Lorenz’s butterfly';
const SERVER_QUERY = '{ film(by: { slug: "lorenz" }) { title } }';
/** The site and the Studio have origins of their own. */
const OPTIONS = {
  allowedErrors: /^foreign: http:\/\/(localhost|127\.0\.0\.1):\d+\//,
  isIsolated: true,
} as const;
const STEGA = /(?:\u200b|\u200c|\u200d|\ufeff){4}/;
const OF_PREVIEWS = new RegExp(`${STEGA.source}|sanity-visual-editing|data-sanity=`);

const journey = setUpJourneys();
let app: StarterApp;
beforeAll(async () => {
  app = await createStarterApp(GUIDE, PACKAGES);
  expect(await app.run('typescript/bin/tsc', [...TYPE_CHECK, 'src/readOnServer.ts'])).toBe('');
  expect(await app.run('vite/bin/vite.js', ['build', '--logLevel', 'error'])).toBe('');
}, BUILD_TIMEOUT_MS);
afterAll(() => app?.remove());

/** Serves the built site as the guide does: with Vite, which passes two paths on to the gateway. */
async function serveSite(gateway: string): Promise<{ readonly origin: string; close(): void }> {
  const config = join(app.folder, 'vite.config.ts');
  writeFileSync(
    config,
    /^```ts file=vite.config.ts\n([\s\S]*?)^```$/m.exec(GUIDE)?.[1]?.replace(DOCUMENTED_ORIGIN, gateway) ??
      '',
  );
  const port = await freePort();
  const server: ChildProcess = spawn(
    process.execPath,
    [
      `${ROOT}node_modules/vite/bin/vite.js`,
      'preview',
      '--host',
      '127.0.0.1',
      '--port',
      `${port}`,
      '--strictPort',
    ],
    { cwd: app.folder, stdio: 'ignore' },
  );
  const origin = `http://127.0.0.1:${port}`;
  await within(START_TIMEOUT_MS, async () => expect((await fetch(origin)).status).toBe(200));
  return { origin, close: () => void server.kill() };
}

/** Runs a journey with the site and the Studio. */
const inStudio =
  (run: (context: JourneyContext, site: string, studio: Studio) => Promise<void>) =>
  async (context: JourneyContext) => {
    const site = await serveSite(context.stack.url);
    const studio = await serveStudio();
    try {
      await run(context, site.origin, studio);
    } finally {
      studio.close();
      site.close();
    }
  };

describe('click to edit on a site of an adopter', () => {
  journey(
    'a click leads to the field of a text, a video, an item of a list and a picture',
    inStudio(async ({ page, stack }, site, studio) => {
      const frame = await studio.openPreview(page, stack, FILM, site);
      const film = { id: 'film-lorenz', type: 'film' };
      expect(await clickToEdit(page, frame.locator('h1'))).toMatchObject({ ...film, path: 'title' });
      expect(await clickToEdit(page, frame.locator('figcaption'))).toMatchObject({ ...film, path: 'video' });
      expect(await clickToEdit(page, frame.locator('li small').first())).toMatchObject({
        ...film,
        path: expect.stringMatching(/^sources\[_key=="\w+"\]$/),
      });
      expect(await clickToEdit(page, frame.locator('section img').first())).toMatchObject({
        type: 'article',
        path: 'cover',
      });
    }),
    OPTIONS,
  );

  journey(
    'the page follows a draft, the location and the perspective of the Studio, until the editor leaves the preview',
    inStudio(async ({ page, stack }, site, studio) => {
      const frame = await studio.openPreview(page, stack, FILM, site);
      const shows = (text: string) => frame.locator('h1', { hasText: text }).waitFor();
      await shows(TITLE);
      await waitForSubscriptions(stack.url, (count) => count > 0);
      await setDraft(stack, 'film-lorenz', { title: 'Two wings of a moth' });
      await shows('Two wings of a moth');

      await page.evaluate(() => window.studio.setPerspective('published'));
      await shows(TITLE);
      await page.evaluate(() => window.studio.setPerspective('drafts'));
      await shows('Two wings of a moth');

      await page.evaluate(() => window.studio.navigate('/films/boids'));
      await frame.waitForURL(/\/films\/boids$/);
      await page.waitForFunction(() => window.studio.locations.at(-1)?.endsWith('/films/boids'));
      await page.evaluate(() => window.studio.navigate('/films/lorenz'));
      await shows('Two wings of a moth');

      await frame.getByRole('button', { name: 'Leave preview' }).click();
      await shows(TITLE);
      expect(await frame.content()).not.toMatch(OF_PREVIEWS);
      await stack.editor.delete('drafts.film-lorenz');
    }),
    OPTIONS,
  );

  journey(
    'a server renders drafts with the cookie of the editor, and published content after the end of the session',
    inStudio(async ({ page, stack }, site, studio) => {
      await setDraft(stack, 'film-lorenz', { title: 'Two wings of a moth' });
      const frame = await studio.openPreview(page, stack, FILM, site);
      const cookies = await page.context().cookies(site);
      const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
      expect(cookie).toContain('__Host-trivium-preview=');
      const file = join(app.folder, 'src/readOnServer.ts');
      writeFileSync(file, readFileSync(file, 'utf8').replaceAll(DOCUMENTED_ORIGIN, stack.url));
      const read = async (header: string) => {
        const program = `
          import { readOnServer } from './src/readOnServer.ts';
          console.log(JSON.stringify(await readOnServer(${JSON.stringify(SERVER_QUERY)}, ${JSON.stringify(header)})));`;
        const args = ['--input-type=module', '--eval', program];
        const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: app.folder });
        return stdout;
      };
      expect(await read(cookie)).toMatch(OF_PREVIEWS);
      expect(await read(cookie)).toContain('Two wings of a moth');
      expect(JSON.parse(await read('a=b'))).toEqual({ film: { title: TITLE } });
      const ended = await fetch(`${stack.url}/api/preview/disable`, { method: 'POST', headers: { cookie } });
      expect(ended.status).toBe(204);
      expect(JSON.parse(await read(cookie))).toEqual({ film: { title: TITLE } });
      // The browser still has the cookies.
      await frame.locator('h1', { hasText: TITLE }).waitFor();
      await stack.editor.delete('drafts.film-lorenz');
    }),
    { ...OPTIONS, allowedErrors: new RegExp(`401|${OPTIONS.allowedErrors.source}`) },
  );

  journey(
    'other readers load nothing of previews',
    inStudio(async ({ page }, site) => {
      const urls: string[] = [];
      page.on('request', (request) => urls.push(request.url()));
      await page.goto(`${site}${FILM}`);
      await page.locator('h1', { hasText: TITLE }).waitFor();
      const own = urls.filter((url) => url.startsWith(site) && !url.endsWith('/graphql'));
      expect(own.some((url) => url.endsWith('.js'))).toBe(true);
      for (const url of own) {
        const text = await (await fetch(url)).text();
        expect([url, STEGA.test(text), text.includes('sanity-visual-editing')]).toEqual([url, false, false]);
      }
      expect(await page.content()).not.toMatch(OF_PREVIEWS);
      expect(await page.getByRole('button', { name: 'Leave preview' }).count()).toBe(0);
    }),
    OPTIONS,
  );
});
