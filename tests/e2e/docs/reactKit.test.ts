import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { DOCUMENTED_ORIGIN } from '../../../gateway/http/docs/markdown/operationPrograms.ts';
import { eventually } from '../../support/eventually.ts';
import { ROOT } from '../../support/stack.ts';
import { createStarterApp, type StarterApp } from '../../support/starterApp.ts';
import { waitForSubscriptions } from '../../support/subscriber.ts';
import { accessibilityViolations } from '../support/accessibility.ts';
import { routeExpiringStream } from '../support/expiringStream.ts';
import { type JourneyContext, setUpJourneys } from '../support/setUpJourneys.ts';

const GUIDE = readFileSync(`${ROOT}docs/api/react-kit.md`, 'utf8');
const BUILD_TIMEOUT_MS = 120_000;
/** The starter has an origin of its own. */
const allowedErrors = /^foreign: http:\/\/127\.0\.0\.1:\d+\/(assets\/.*)?$/;

const journey = setUpJourneys();
let app: StarterApp;
let server: Server;
/** The address of the gateway of the journey. */
let gatewayUrl = '';
beforeAll(async () => {
  app = await createStarterApp(GUIDE);
  expect(await app.run('vite/bin/vite.js', ['build', '--logLevel', 'error'])).toBe('');
  server = createServer((request, response) => {
    const path = request.url === '/' ? '/index.html' : `${request.url}`;
    const file = join(app.folder, 'dist', path);
    if (!existsSync(file)) return response.writeHead(404).end();
    const type = path.endsWith('.js') ? 'text/javascript' : 'text/html';
    const text = readFileSync(file, 'utf8').replaceAll(DOCUMENTED_ORIGIN, gatewayUrl);
    return response.writeHead(200, { 'content-type': type }).end(text);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
}, BUILD_TIMEOUT_MS);
afterAll(() => {
  server?.close();
  server?.closeAllConnections();
  app?.remove();
});

/** Opens the built starter, which uses the gateway of the journey from another origin. */
async function openStarter({ page, stack }: JourneyContext): Promise<void> {
  gatewayUrl = stack.url;
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
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
      await page.waitForFunction(() => document.querySelectorAll('li').length > 6);
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
      await eventually(() => expect(stream.isRefreshed()).toBe(true));
      await waitForPlayback(page, position);
    },
    { allowedErrors: new RegExp(`403|${allowedErrors.source}`) },
  );
});
