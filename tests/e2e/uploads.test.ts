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
import { CHROMIUM_FLAGS, chromium, testWith } from '../support/projectBinaries.ts';

declare global {
  interface Window {
    UpChunk: typeof UpChunk;
    Hls: typeof Hls;
  }
}

const tool = chromium();
const resolve = createRequire(import.meta.url).resolve;
/** Kibibytes: the least that the client cuts a file into. */
const CHUNK = 256;

let emulator: TestEmulator;
let site: Server;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  if (!tool.path) return;
  emulator = await startEmulator({ delays: { ingestMs: 50 } });
  // A page of another origin than the emulator's, so that the browser asks for leave before each part.
  site = createServer((_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><video muted></video>'),
  );
  await new Promise<void>((done) => site.listen(0, '127.0.0.1', done));
  browser = await driver.launch({ executablePath: tool.path, args: [...CHROMIUM_FLAGS] });
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

/** The sample, made longer than two parts by a box that players skip. */
async function film(): Promise<string> {
  const box = Buffer.alloc(2 * CHUNK * 1024);
  box.writeUInt32BE(box.length, 0);
  box.write('free', 4, 'latin1');
  return Buffer.concat([await readFile(SAMPLE_FILE), box]).toString('base64');
}

testWith(tool, 'a page sends a film in parts over a failing line, and plays it', async () => {
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
  await emulator.fetch('/__emulator/faults', {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ faults }),
  });

  const progress = await page.evaluate(
    async ({ endpoint, base64, chunkSize }) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const file = new File([bytes], 'film.mp4', { type: 'video/mp4' });
      // 0 is what a browser tells of a connection that was lost.
      const patience = { retryCodes: [0, 408, 502, 503, 504], delayBeforeAttempt: 0.05 };
      const upload = window.UpChunk.createUpload({ endpoint, file, chunkSize, ...patience });
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
    { endpoint: url, base64: await film(), chunkSize: CHUNK },
  );
  expect(progress).toBe(100);
  const { requests } = await (await emulator.fetch('/__emulator/requests')).json();
  const parts = (requests as LoggedRequest[]).filter(({ path }) => path.startsWith('/direct-uploads'));
  expect(parts.map(({ status }) => status)).toEqual([503, 0, 308, 308, 200]);

  const { asset_id = '' } = await emulator.mux.video.uploads.retrieve(id);
  let asset = await emulator.mux.video.assets.retrieve(asset_id);
  for (let left = 100; left > 0 && asset.status === 'preparing'; left--) {
    await new Promise((done) => setTimeout(done, 50));
    asset = await emulator.mux.video.assets.retrieve(asset_id);
  }
  expect(asset.status).toBe('ready');

  const played = await page.evaluate(async (src) => {
    const video = document.querySelector('video') as HTMLVideoElement;
    const hls = new window.Hls();
    const failed = new Promise<string>((told) => {
      hls.on(window.Hls.Events.ERROR, (_event, { fatal, details }) => fatal && told(details));
    });
    hls.loadSource(src);
    hls.attachMedia(video);
    const ended = new Promise<string>((told) => video.addEventListener('ended', () => told('ended')));
    video.addEventListener('canplay', () => void video.play(), { once: true });
    const outcome = await Promise.race([failed, ended]);
    return { outcome, at: video.currentTime, width: video.videoWidth };
  }, `${emulator.url}/${asset.playback_ids?.[0]?.id}.m3u8`);
  expect(played).toEqual({ outcome: 'ended', at: expect.closeTo(4, 0), width: 320 });
});
