import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@sanity/client';
import { createContentEmulator } from '../../../gateway/emulators/content/emulator.ts';
import { generateDocuments } from '../../reference/generator/generate.ts';
import { quantile } from '../load/quantile.ts';

/*
 * Measures the queries of pages against the content emulator over 10,000 documents: the time of the official client over
 * HTTP, the time after a change to a film, and the emulator's own time, which it returns as `ms`. Exits with 1 when the
 * median of the emulator's time exceeds the limit.
 *
 *     node tests/programs/bench/content-emulator.bench.ts [documents] [rounds]
 */
const [documents = 10_000, rounds = 200] = process.argv.slice(2).map(Number);
const LIMIT_MS = 25;

const CARD = '"@type": _type, "@id": _id, "title": title, "year": year';
const FILM = `{${CARD}, "topics": topics[defined(@->_id)]{"_": @->{"@id": _id, "title": title}}, "credits": credits[]{"role": role, "person": person->{"@id": _id, "name": name}}}`;
const OF_PERSON = '*[_type == "film" && references(^._id) && ^._id in credits[].person._ref]';
const IN_TOPICS = '*[_type == "topic" && (slug.current in $v || _id in $v)]._id';

let slug = '';
let personIds: string[] = [];
let articleSlug = '';

/** One query for each kind of page, in the form that the gateway sends. */
const pages = (): Record<string, [query: string, params: Record<string, unknown>]> => ({
  'film by slug': [`{"q0": *[_type == "film" && slug.current == $slug][0]${FILM}}`, { slug }],
  '50 ids': [`{"q0": *[_id in $ids]{"@type": _type, _type == "person" => {name}}}`, { ids: personIds }],
  'films of 50 people': [
    `{"q0": *[_id in $ids]{"@id": _id, "films": ${OF_PERSON} | order(publishedAt desc, _id asc)[0...$n]${FILM}, "count": count(${OF_PERSON})}}`,
    { ids: personIds, n: 3 },
  ],
  'films in order': [`{"q0": *[_type == "film"] | order(title asc, _id asc)[0...51]${FILM}}`, {}],
  'films of topics since': [
    `{"q0": *[_type == "film" && references(${IN_TOPICS}) && count(topics[_ref in ${IN_TOPICS}]) > 0 && year >= $year] | order(title asc, _id asc)[0...51]${FILM}}`,
    { v: ['chaos', 'waves'], year: 1900 },
  ],
  'films after a cursor': [
    `{"q0": *[_type == "film" && (title > $a || (title == $a && _id > $b))] | order(title asc, _id asc)[0...51]${FILM}, "n": count(*[_type == "film"])}`,
    { a: 'M', b: '' },
  ],
  'films by words': [
    `{"q0": *[_type == "film" && title match $p] | order(title asc)[0...20]{title}}`,
    { p: 'wav*' },
  ],
  'links of an article': [
    `{"q0": *[_type == "article" && slug.current == $slug][0]{title, "links": *[_id in ^.body[].markDefs[].reference._ref || _id in ^.body[].reference._ref]{"@id": _id, "@type": _type}}}`,
    { slug: articleSlug },
  ],
});

const seedDir = await mkdtemp(join(tmpdir(), 'content-bench-'));
try {
  const lines = Array.from(generateDocuments(documents), (document) => JSON.stringify(document));
  await writeFile(join(seedDir, 'content.ndjson'), lines.join('\n'));
  const options = { projectId: 'bench', dataset: 'bench', readToken: 'r', writeToken: 'w' };
  const startedAt = performance.now();
  const emulator = await createContentEmulator({ seedDir, port: 0, ...options });
  const startMs = performance.now() - startedAt;
  const client = createClient({
    ...options,
    apiHost: emulator.url,
    useProjectHostname: false,
    apiVersion: '2025-02-19',
    useCdn: false,
    token: 'w',
    maxRetries: 0,
  });
  slug = await client.fetch('*[_type == "film"][7].slug.current');
  articleSlug = await client.fetch('*[_type == "article"][7].slug.current');
  personIds = await client.fetch('*[_type == "person"][0...50]._id');

  process.stdout.write(`${documents} documents, ready in ${startMs.toFixed(0)} ms; milliseconds\n`);
  process.stdout.write(
    `${'page'.padEnd(24)}${['first', 'p50', 'p99', 'changed', 'own p50'].map((h) => h.padStart(9)).join('')}\n`,
  );
  const slow: string[] = [];
  for (const [name, [query, params]] of Object.entries(pages())) {
    const ownTimes: number[] = [];
    const time = async () => {
      const sentAt = performance.now();
      const { ms } = await client.fetch(query, params as Record<string, never>, { filterResponse: false });
      ownTimes.push(ms);
      return performance.now() - sentAt;
    };
    const first = await time();
    const times: number[] = [];
    for (let round = 0; round < rounds; round += 1) times.push(await time());
    const afterChange: number[] = [];
    for (let round = 0; round < 10; round += 1) {
      await client.createOrReplace({ _id: 'bench-film', _type: 'film', title: `Round ${round}` });
      afterChange.push(await time());
    }
    const figures = [
      first,
      quantile(times, 0.5),
      quantile(times, 0.99),
      quantile(afterChange, 0.5),
      quantile(ownTimes, 0.5),
    ];
    process.stdout.write(`${name.padEnd(24)}${figures.map((ms) => ms.toFixed(2).padStart(9)).join('')}\n`);
    if (quantile(ownTimes, 0.5) > LIMIT_MS) slow.push(name);
  }
  await emulator.close();
  if (slow.length > 0) {
    process.stdout.write(`slower than ${LIMIT_MS} ms: ${slow.join(', ')}\n`);
    process.exitCode = 1;
  }
} finally {
  await rm(seedDir, { recursive: true, force: true });
}
