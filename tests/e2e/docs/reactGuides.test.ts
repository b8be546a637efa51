import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { buildSchema } from 'graphql';
import type { Page } from 'playwright-core';
import { CLIENT_FILES } from '../../../gateway/graphql/schema/clients/clientFiles.ts';
import { DOCUMENTED_ORIGIN } from '../../../gateway/sites/docs/markdown/operationPrograms.ts';
import { ROOT } from '../../support/stack.ts';
import { createStarterApp, type StarterApp } from '../../support/starterApp.ts';
import { waitForSubscriptions } from '../../support/subscriber.ts';
import { within } from '../../support/within.ts';
import { accessibilityViolations } from '../support/accessibility.ts';
import { routeExpiringStream } from '../support/expiringStream.ts';
import { type StarterServer, serveStarter } from '../support/serveStarter.ts';
import { type JourneyContext, setUpJourneys } from '../support/setUpJourneys.ts';

const GUIDE = readFileSync(`${ROOT}docs/api/react.md`, 'utf8');
const KIT_GUIDE = readFileSync(`${ROOT}docs/api/react-kit.md`, 'utf8');
const PACKAGES = ['@apollo/client', '@graphql-codegen/typescript-operations', 'rxjs'];
const CONTRACT = `${ROOT}schema/contract.graphql`;
const BUILD_TIMEOUT_MS = 120_000;
/** The starters have origins of their own. */
const allowedErrors = /^foreign: http:\/\/127\.0\.0\.1:\d+\/(assets\/.*)?$/;

const journey = setUpJourneys();
const apps: StarterApp[] = [];
const servers: StarterServer[] = [];
afterAll(() => {
  for (const server of servers) server.close();
  for (const app of apps) app.remove();
});

/** Builds the app of a guide with Vite, and serves it. @param prepare writes generated files */
async function buildStarter(
  guide: string,
  packages: readonly string[],
  prepare: (app: StarterApp) => unknown,
): Promise<StarterServer> {
  const app = await createStarterApp(guide, packages);
  apps.push(app);
  await prepare(app);
  expect(await app.run('vite/bin/vite.js', ['build', '--logLevel', 'error'])).toBe('');
  const server = await serveStarter(app.folder);
  servers.push(server);
  return server;
}

describe('React with generated types', () => {
  let starter: StarterServer;
  beforeAll(async () => {
    starter = await buildStarter(GUIDE, PACKAGES, prepare);
  }, BUILD_TIMEOUT_MS);

  /** Does what the commands of the guide do, with the contract in place of a gateway. */
  async function prepare({ folder, run }: StarterApp): Promise<void> {
    const apollo = CLIENT_FILES.find(({ name }) => name === 'apollo.ts');
    const schema = buildSchema(readFileSync(CONTRACT, 'utf8'), { assumeValidSDL: true });
    writeFileSync(join(folder, 'src/apollo.ts'), apollo?.print(schema) ?? '');
    cpSync(CONTRACT, join(folder, 'schema.graphql'));
    const config = readFileSync(join(folder, 'codegen.json'), 'utf8');
    writeFileSync(
      join(folder, 'codegen.json'),
      config.replace(`${DOCUMENTED_ORIGIN}/schema.graphql`, 'schema.graphql'),
    );
    expect(await run('@graphql-codegen/cli/esm/bin.js', ['--config', 'codegen.json'])).toBe('');
  }

  journey(
    'buttons append the next page to the list, and read it again without shortening it',
    async ({ page, stack }) => {
      await page.goto(starter.urlFor(stack.url));
      const films = () => page.getByRole('listitem').allTextContents();
      await page.getByRole('listitem').nth(2).waitFor();
      const first = await films();
      expect(first).toHaveLength(3);
      await page.getByRole('button', { name: 'More' }).click();
      await page.getByRole('listitem').nth(5).waitFor();
      const both = await films();
      expect(both.slice(0, 3)).toEqual(first);
      expect(new Set(both).size).toBe(6);
      const answer = page.waitForResponse((response) => response.url().endsWith('/graphql'));
      await page.getByRole('button', { name: 'Refresh' }).click();
      await (await answer).finished();
      expect(await films()).toEqual(both);
      await page.getByRole('button', { name: 'More' }).click();
      await page.getByRole('listitem').nth(11).waitFor();
      expect((await films()).slice(0, 6)).toEqual(both);
    },
    { allowedErrors },
  );
});

let kitStarter: StarterServer;
beforeAll(async () => {
  kitStarter = await buildStarter(KIT_GUIDE, [], () => undefined);
}, BUILD_TIMEOUT_MS);

/** Opens the built starter of the kit, which uses the gateway of the journey from another origin. */
async function openStarter({ page, stack }: JourneyContext): Promise<void> {
  await page.goto(kitStarter.urlFor(stack.url));
}

/** Waits until the video plays and has passed a time in seconds. */
const waitForPlayback = (page: Page, seconds: number) =>
  page.waitForFunction((start) => {
    const video = document.querySelector('video');
    return video && !video.paused && video.currentTime > start;
  }, seconds);

/** Starts the video without sound. */
const play = (page: Page) =>
  page.locator('video').evaluate(async (video: HTMLVideoElement) => {
    video.muted = true;
    await video.play();
  });

describe('React kit', () => {
  journey(
    'the starter shows a film with rich text, and plays it with captions',
    async (context) => {
      const { page } = context;
      await openStarter(context);
      await page.getByRole('heading', { name: 'Lorenz’s butterfly' }).waitFor();
      await page.locator('article p').getByText('Thousands of points').waitFor();
      await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 1);
      await play(page);
      await waitForPlayback(page, 0.3);
      const captions = await page
        .waitForFunction(() => {
          const track = document.querySelector('video')?.textTracks[0];
          return track?.mode === 'showing' && track.cues?.length ? [track.language, track.kind] : null;
        })
        .then((handle) => handle.jsonValue());
      expect(captions).toEqual(['en', 'captions']);
      expect(await accessibilityViolations(page)).toEqual([]);
    },
    { allowedErrors },
  );

  journey(
    'the starter finds films while typing, and opens one',
    async (context) => {
      const { page } = context;
      await openStarter(context);
      await page.getByRole('button', { name: 'More' }).click();
      await page.getByRole('listitem').nth(11).waitFor();
      expect(await page.getByRole('listitem').count()).toBe(12);
      await page.getByRole('searchbox').pressSequentially('glider');
      await page.getByRole('listitem').first().getByText('A gun for gliders').waitFor();
      await page.getByRole('listitem').first().getByRole('button').click();
      await page.getByRole('heading', { level: 1, name: 'A gun for gliders' }).waitFor();
    },
    { allowedErrors },
  );

  journey(
    'the starter shows an edit without a reload',
    async (context) => {
      const { page, stack } = context;
      await stack.connectWebhooks();
      await waitForSubscriptions(stack.url, 0);
      await openStarter(context);
      await waitForSubscriptions(stack.url, (count) => count > 0);
      await stack.editor.patch('film-lorenz').set({ title: 'Two wings' }).commit();
      await page.getByRole('heading', { name: 'Two wings' }).waitFor();
      await stack.editor.patch('film-lorenz').set({ title: 'Lorenz’s butterfly' }).commit();
      await page.getByRole('heading', { name: 'Lorenz’s butterfly' }).waitFor();
    },
    { allowedErrors },
  );

  journey(
    'a video continues with a renewed URL after its signed URL is rejected',
    async (context) => {
      const { page } = context;
      let isPlaying = false;
      await openStarter(context);
      await page.getByRole('searchbox').fill('coral');
      // The first film has loaded, so all further requests are for the signed one.
      await page.waitForFunction(() => {
        const video = document.querySelector('video');
        return video?.buffered.length && video.buffered.end(0) > video.duration - 1;
      });
      const stream = await routeExpiringStream(page, () => isPlaying);
      await page.getByRole('button', { name: 'Coral from two numbers' }).click();
      await page.getByRole('heading', { name: 'Coral from two numbers' }).waitFor();
      await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 2);
      await play(page);
      await waitForPlayback(page, 0.2);
      isPlaying = true;
      const position = await page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime);
      stream.expireToken();
      await within(10_000, () => expect(stream.isRefreshed()).toBe(true));
      await waitForPlayback(page, position);
    },
    { allowedErrors: new RegExp(`403|${allowedErrors.source}`) },
  );
});
