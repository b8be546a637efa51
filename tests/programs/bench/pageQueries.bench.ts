/**
 * Measures the queries of pages over HTTP with 10,000 documents: the time at the client, the time of the content
 * emulator, and the number of upstream requests, which does not depend on the number of documents.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateDocuments, writeSeed } from '../../reference/generator/generate.ts';
import { startStack } from '../../support/stack.ts';
import { quantile } from '../load/quantile.ts';
import { readOperation } from './request.ts';

const DOCUMENTS = 10_000;
const ROUNDS = 40;

const seedDir = mkdtempSync(join(tmpdir(), 'trivium-bench-'));
try {
  writeSeed(seedDir, [...generateDocuments(DOCUMENTS)]);
  const stack = await startStack({ seedDir, hasIndex: false, hasCache: false });
  try {
    const slugOf = async (field: string) => {
      const { data } = await stack.query(
        `{ list: ${field}(first: 1, orderBy: { field: CREATED_AT }) { nodes { slug } } }`,
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
        '{ films(first: 24, orderBy: { field: TITLE }) { nodes { title slug } pageInfo { endCursor } } }',
        {},
      ],
    ];
    const clientTimes = new Map(pages.map(([name]) => [name, [] as number[]]));
    const emulatorTimes = new Map(pages.map(([name]) => [name, [] as number[]]));
    const requests = new Map<string, number>();
    // Rounds alternate, so that other load of the machine affects all pages equally.
    for (let round = 0; round < ROUNDS; round++) {
      for (const [name, query, variables] of pages) {
        await stack.clearRequests();
        const startedAt = performance.now();
        const { errors } = await stack.query(query, variables);
        clientTimes.get(name)?.push(performance.now() - startedAt);
        if (errors.length > 0) throw new Error(`${name}: ${JSON.stringify(errors[0])}`);
        const { content } = await stack.requests();
        requests.set(name, content.length);
        emulatorTimes.get(name)?.push(content.reduce((sum, { ms }) => sum + ms, 0));
      }
    }
    console.log(
      `${DOCUMENTS} documents, ${ROUNDS} rounds     p50 ms   p99 ms   emulator p50   content requests`,
    );
    for (const [name] of pages) {
      const times = clientTimes.get(name) ?? [];
      const cells = [
        quantile(times, 0.5),
        quantile(times, 0.99),
        quantile(emulatorTimes.get(name) ?? [], 0.5),
      ];
      console.log(
        `${name.padEnd(30)} ${cells.map((cell) => cell.toFixed(1).padStart(8)).join(' ')} ${String(requests.get(name)).padStart(10)}`,
      );
    }
  } finally {
    await stack.close();
  }
} finally {
  rmSync(seedDir, { recursive: true });
}
