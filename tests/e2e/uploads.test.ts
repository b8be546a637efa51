import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect } from '@jest/globals';
import type * as UpChunk from '@mux/upchunk';
import type Hls from 'hls.js';
import { type Browser, chromium as driver, type Page } from 'playwright-core';
import {
  SAMPLE_FILE,
  startEmulator,
  type TestEmulator,
} from '../../gateway/emulators/media/testing/startEmulator.ts';
import type { LoggedRequest } from '../../gateway/emulators/shared/server.ts';
import { CHROMIUM_FLAGS, chromiumBinary } from '../support/systemBinaries.ts';
import { testWith } from '../support/testWith.ts';
import { within } from '../support/within.ts';

declare global {
  interface Window {
    UpChunk: typeof UpChunk;
    Hls: typeof Hls;
  }
}

const browserBinary = chromiumBinary();
const resolve = createRequire(import.meta.url).resolve;
/** The smallest chunk size of UpChunk. */
const CHUNK_KIB = 256;

let emulator: TestEmulator;
let site: Server;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  if (!browserBinary.path) return;
  emulator = await startEmulator({ delays: { ingestMs: 50 } });
  // The page has another origin than the emulator, so that the browser sends a CORS preflight before each chunk.
  site = createServer((_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><video muted></video>'),
  );
  await new Promise<void>((done) => site.listen(0, '127.0.0.1', done));
  browser = await driver.launch({ executablePath: browserBinary.path, args: [...CHROMIUM_FLAGS] });
  page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
  await page.addScriptTag({ path: resolve('@mux/upchunk').replace(/upchunk\.\w+\.js$/, 'upchunk.js') });
  await page.addScriptTag({ path: resolve('hls.js/dist/hls.min.js') });
}, 60_000);
afterAll(async () => {
  await browser?.close();
  site?.close();
  await emulator?.close();
});

/** Returns the sample video in base64, with a `free` box that makes it longer than two chunks. Players skip the box. */
async function readLongFilm(): Promise<string> {
  const box = Buffer.alloc(2 * CHUNK_KIB * 1024);
  box.writeUInt32BE(box.length, 0);
  box.write('free', 4, 'latin1');
  return Buffer.concat([await readFile(SAMPLE_FILE), box]).toString('base64');
}

testWith(
  browserBinary,
  'direct upload: UpChunk retries failed chunks, and hls.js plays the video',
  async () => {
    const origin = new URL(page.url()).origin;
    const { id, url = '' } = await emulator.mux.video.uploads.create({
      cors_origin: origin,
      new_asset_settings: { playback_policies: ['public'] },
    });
    const faults = [
      {
        kind: 'status',
        status: 503,
        headers: { 'access-control-allow-origin': origin },
        method: 'PUT',
        path: '^/direct-uploads',
        times: 1,
      },
      { kind: 'reset', method: 'PUT', path: '^/direct-uploads', times: 1 },
    ];
    await emulator.control('PUT', 'faults', { faults });

    const progress = await page.evaluate(
      async ({ endpoint, base64, chunkSize }) => {
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
        const file = new File([bytes], 'film.mp4', { type: 'video/mp4' });
        // Status 0 means that the connection was lost.
        const retries = { retryCodes: [0, 408, 502, 503, 504], delayBeforeAttempt: 0.05 };
        const upload = window.UpChunk.createUpload({ endpoint, file, chunkSize, ...retries });
        let progress = 0;
        upload.on('progress', ({ detail }) => {
          progress = detail;
        });
        await new Promise((done, fail) => {
          upload.on('success', done);
          upload.on('error', ({ detail }) => fail(new Error(detail.message)));
        });
        return progress;
      },
      { endpoint: url, base64: await readLongFilm(), chunkSize: CHUNK_KIB },
    );
    expect(progress).toBe(100);
    const { requests } = await emulator.control('GET', 'requests');
    const uploadRequests = (requests as LoggedRequest[]).filter(({ path }) =>
      path.startsWith('/direct-uploads'),
    );
    expect(uploadRequests.map(({ status }) => status)).toEqual([503, 0, 308, 308, 200]);

    const { asset_id = '' } = await emulator.mux.video.uploads.retrieve(id);
    const asset = await within(10_000, async () => {
      const current = await emulator.mux.video.assets.retrieve(asset_id);
      expect(current.status).toBe('ready');
      return current;
    });

    const played = await page.evaluate(async (src) => {
      const video = document.querySelector('video') as HTMLVideoElement;
      const hls = new window.Hls();
      const failed = new Promise<string>((resolve) => {
        hls.on(window.Hls.Events.ERROR, (_event, { fatal, details }) => fatal && resolve(details));
      });
      hls.loadSource(src);
      hls.attachMedia(video);
      const ended = new Promise<string>((resolve) => video.addEventListener('ended', () => resolve('ended')));
      video.addEventListener('canplay', () => void video.play(), { once: true });
      const outcome = await Promise.race([failed, ended]);
      return { outcome, time: video.currentTime, width: video.videoWidth };
    }, `${emulator.url}/${asset.playback_ids?.[0]?.id}.m3u8`);
    expect(played).toEqual({ outcome: 'ended', time: expect.closeTo(4, 0), width: 320 });
  },
);
