/**
 * Pages of a dataset of 10,000 documents through the whole house over HTTP: milliseconds at the client, the content
 * emulator's own share, and the upstream requests, which do not grow with the dataset.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateDocuments, writeSeed } from '../../reference/generator/generate.ts';
import { openHouse } from '../../support/stack.ts';
import { quantile } from '../load/quantile.ts';
import { readOperation } from './request.ts';

const DOCUMENTS = 10_000;
const ROUNDS = 40;

const seedDir = mkdtempSync(join(tmpdir(), 'trivium-bench-'));
try {
  writeSeed(seedDir, [...generateDocuments(DOCUMENTS)]);
  const house = await openHouse({ seedDir, indexed: false, cache: false });
  try {
    const slugOf = async (field: string) => {
      const { data } = await house.ask(
        `{ list: ${field}(first: 1, orderBy: CREATED_AT_ASC) { nodes { slug } } }`,
      );
      return data.list.nodes[0].slug as string;
    };
    const pages: [name: string, query: string, variables: Record<string, unknown>][] = [
      ['home', readOperation('home'), {}],
      ['wide', readOperation('wide'), {}],
      ['person', readOperation('person'), { slug: await slugOf('people') }],
      ['article', readOperation('article'), { slug: await slugOf('articles') }],
      [
        'page 2 of films',
        '{ films(first: 24, orderBy: TITLE_ASC) { nodes { title slug } pageInfo { endCursor } } }',
        {},
      ],
    ];
    const asked = new Map(pages.map(([name]) => [name, [] as number[]]));
    const upstream = new Map(pages.map(([name]) => [name, [] as number[]]));
    const requests = new Map<string, number>();
    // Rounds alternate between the pages, so that a noisy moment falls on all of them.
    for (let round = 0; round < ROUNDS; round++) {
      for (const [name, query, variables] of pages) {
        await house.forget();
        const begun = performance.now();
        const { errors } = await house.ask(query, variables);
        asked.get(name)?.push(performance.now() - begun);
        if (errors.length > 0) throw new Error(`${name}: ${JSON.stringify(errors[0])}`);
        const { content } = await house.requests();
        requests.set(name, content.length);
        upstream.get(name)?.push(content.reduce((sum, { ms }) => sum + ms, 0));
      }
    }
    console.log(
      `${DOCUMENTS} documents, ${ROUNDS} rounds     p50 ms   p99 ms   emulator p50   content requests`,
    );
    for (const [name] of pages) {
      const times = asked.get(name) ?? [];
      const cells = [quantile(times, 0.5), quantile(times, 0.99), quantile(upstream.get(name) ?? [], 0.5)];
      console.log(
        `${name.padEnd(30)} ${cells.map((cell) => cell.toFixed(1).padStart(8)).join(' ')} ${String(requests.get(name)).padStart(10)}`,
      );
    }
  } finally {
    await house.close();
  }
} finally {
  rmSync(seedDir, { recursive: true });
}
