/**
 * `npm run executed-files` prints the files of the gateway whose functions one `POST /graphql` calls: a query of a known document that
 * is not cached, with content and a video. The numbers of lines are those of the whole files.
 */
import { readFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROOT, startStack } from '../../support/stack.ts';

const QUERY = '{ films(first: 5) { nodes { title topics { title } video { duration } } } }';
/** After these, the document is known, and the assets are read. */
const WARM_UP_REQUESTS = 3;

const stack = await startStack({
  hasIndex: false,
  hasCache: false,
  env: { CONSUME_CHANGES: 'off' },
});
try {
  for (let sent = 0; sent < WARM_UP_REQUESTS; sent++) await stack.query(QUERY);
  print(await executedFiles(async () => void (await stack.query(QUERY))));
} finally {
  await stack.close();
}

/** Returns the files of the gateway of which a function was called meanwhile. */
async function executedFiles(work: () => Promise<void>): Promise<readonly string[]> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  // Resets the counts of what ran before.
  await session.post('Profiler.takePreciseCoverage');
  await work();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  session.disconnect();
  return result
    .filter(
      ({ url, functions }) =>
        url.startsWith('file:') && functions.some(({ ranges }) => ranges.some(({ count }) => count > 0)),
    )
    .map(({ url }) => fileURLToPath(url).replace(ROOT, ''))
    .filter((file) => file.startsWith('gateway/') && !file.startsWith('gateway/emulators/'))
    .sort((a, b) => (dirname(a) < dirname(b) || (dirname(a) === dirname(b) && a < b) ? -1 : 1));
}

function print(files: readonly string[]): void {
  let lines = 0;
  let folder: string | undefined;
  for (const file of files) {
    if (dirname(file) !== folder) console.log(`\n${dirname(file)}`);
    folder = dirname(file);
    const length = readFileSync(`${ROOT}${file}`, 'utf8').split('\n').length - 1;
    lines += length;
    console.log(`  ${String(length).padStart(4)} ${file.slice(dirname(file).length + 1)}`);
  }
  console.log(`\n${files.length} files with ${lines} lines`);
}
