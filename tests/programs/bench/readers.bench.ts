/**
 * Measures 8, 64 and 512 readers of the front page, and pipelined requests for pages, with what another client waits for in
 * the meantime. Exits with 1 if 8 or 64 readers get a 503.
 */
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { quantile } from '../load/quantile.ts';
import { formatTable, type Row } from '../load/table.ts';
import { LOAD_COLUMNS, startLoadedGateway } from './loadedGateway.ts';

const READERS = [1, 8, 64, 512];
/** For so many readers there are pages within the deadline. */
const MAX_READERS_WITHOUT_REJECTION = 64;
const READING_SECONDS = 8;
const PIPELINED_REQUESTS = 290;
const MAX_WAIT_MS = 60_000;
/** Load shedding ends within this time. */
const RECOVERY_MS = 5_000;

const gateway = await startLoadedGateway(200);
try {
  const rows: Row[] = [];
  for (const readers of READERS) rows.push(await measureReaders(readers));
  const columns = ['readers', 'pages/s', '503/s', 'page p50', 'page p95', ...LOAD_COLUMNS];
  console.log(`${formatTable(columns, rows)}\n`);
  const pipelined: Row[] = [];
  for (const path of ['/films', '/search']) pipelined.push(await measurePipelining(path));
  console.log(formatTable(['pipelined pages', '200', '503', ...LOAD_COLUMNS], pipelined));
} finally {
  await gateway.close();
}

/** Lets readers at different addresses request the front page again and again. */
async function measureReaders(readers: number): Promise<Row> {
  const pages: number[] = [];
  let rejected = 0;
  await sleep(RECOVERY_MS);
  const figures = await gateway.measure(async () => {
    const endsAt = performance.now() + READING_SECONDS * 1000;
    const read = async (reader: number) => {
      while (performance.now() < endsAt) {
        const { status, ms } = await gateway.get('/', `10.0.${reader >> 8}.${reader & 255}`);
        if (status === 200) pages.push(ms);
        else rejected += 1;
      }
    };
    await Promise.all(Array.from({ length: readers }, (_, reader) => read(reader)));
  });
  if (readers <= MAX_READERS_WITHOUT_REJECTION && rejected > 0) process.exitCode = 1;
  return [
    readers,
    Number((pages.length / READING_SECONDS).toFixed(1)),
    Number((rejected / READING_SECONDS).toFixed(1)),
    Math.round(quantile(pages, 0.5)),
    Math.round(quantile(pages, 0.95)),
    ...figures,
  ];
}

/** Sends 27 kB of requests for different pages over one connection. */
async function measurePipelining(path: string): Promise<Row> {
  await sleep(RECOVERY_MS);
  let received = '';
  const figures = await gateway.measure(async () => {
    const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1');
    socket.setEncoding('latin1').on('data', (part: string) => {
      received += part;
    });
    socket.on('error', () => undefined);
    const closed = new Promise((resolve) => socket.once('close', resolve));
    const requestOf = (n: number) =>
      `GET ${path}?q=${n} HTTP/1.1\r\nhost: x\r\nx-forwarded-for: 10.9.9.9\r\n`;
    for (let n = 1; n < PIPELINED_REQUESTS; n++) socket.write(`${requestOf(n)}\r\n`);
    socket.write(`${requestOf(PIPELINED_REQUESTS)}connection: close\r\n\r\n`);
    await Promise.race([closed, sleep(MAX_WAIT_MS, undefined, { ref: false })]);
    socket.destroy();
  });
  const countOf = (status: number) => received.split(`HTTP/1.1 ${status}`).length - 1;
  return [path, countOf(200), countOf(503), ...figures];
}
