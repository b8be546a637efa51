import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { buildASTSchema, type GraphQLSchema } from 'graphql';
import PQueue from 'p-queue';
import { toGlobalId } from '../../../gateway/core/relay.ts';
import type { Scope } from '../../../gateway/core/scopes.ts';
import { readTypeDefs } from '../../../gateway/graphql/schema/buildSchema.ts';
import { ModelError } from '../../../gateway/graphql/schema/model/modelError.ts';
import { ALL_SCOPES, type GuardedModel, guardedModelArbitrary } from '../../reference/guards/guardedModel.ts';
import {
  ALL_ASSETS,
  CANARY,
  type GuardedSeed,
  SPOKEN,
  type Variant,
  writeGuardedSeed,
} from '../../reference/guards/guardedSeed.ts';
import { argumentOperations, completeOperations, type Values } from '../../reference/guards/probes.ts';
import { caseCount, randomSeed } from '../../reference/randomCases.ts';
import { createSubscriber, subscribe } from '../../support/subscriber.ts';
import { type ScopedStack, startScopedStack } from './testing/scopedStack.ts';

const SEED = randomSeed(1);
const MODELS = caseCount(1);
/** Of the operations with arguments, each run has a third; more models have all. */
const ARGUMENT_SHARE = MODELS > 1 ? 1 : 3;
/** Models to choose from: the gateway rejects some. */
const CANDIDATES = 3 * MODELS;

/** Values of both variants, and of no document. */
const VALUES: Values = {
  String: [`"${SPOKEN}"`, `"${CANARY}*"`, '"person-slug-1"', '"topic-slug-1"', '"work-slug-0"'],
  DateTime: ['"2011-01-01T00:00:00Z"'],
  ID: ['Work:work-0', 'Person:person-1', 'Topic:topic-1', 'Topic:topic-9'].map(
    (id) => `"${Buffer.from(id).toString('base64url')}"`,
  ),
  Int: ['1', '2000', '2001'],
  Float: ['1', '1.5', '2000'],
};

const folders: string[] = [];
const createFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'trivium-guards-'));
  folders.push(folder);
  return folder;
};
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

/** Returns the public schema of a model; undefined if the gateway rejects the model. */
async function readSchema(schemaDir: string): Promise<GraphQLSchema | undefined> {
  try {
    const { typeDefs } = await readTypeDefs(schemaDir);
    return buildASTSchema(typeDefs, { assumeValidSDL: true });
  } catch (error) {
    if (error instanceof ModelError) return undefined;
    throw error;
  }
}

interface StartedModel {
  readonly schema: GraphQLSchema;
  /** A stack for each variant of the seed. */
  readonly stacks: readonly [ScopedStack, ScopedStack];
  readonly seeds: readonly [GuardedSeed, GuardedSeed];
}

let models: readonly { model: GuardedModel; schemaDir: string; schema: GraphQLSchema }[] = [];
let started: StartedModel | undefined;

beforeAll(async () => {
  const candidates = fc.sample(guardedModelArbitrary, { seed: SEED, numRuns: CANDIDATES });
  const accepted = await Promise.all(
    candidates.map(async (model) => {
      const schemaDir = createFolder();
      writeFileSync(join(schemaDir, 'model.graphql'), model.sdl);
      const schema = await readSchema(schemaDir);
      return schema ? [{ model, schemaDir, schema }] : [];
    }),
  );
  models = accepted.flat().slice(0, MODELS);
});
afterEach(async () => {
  await Promise.all(started?.stacks.map((stack) => stack.close()) ?? []);
  started = undefined;
});

async function start(index: number): Promise<StartedModel> {
  const chosen = models[index];
  if (!chosen) throw new Error(`expected ${MODELS} accepted models of ${CANDIDATES}, got ${models.length}`);
  const variants = ([0, 1] as const).map((variant: Variant) => {
    const seedDir = createFolder();
    return { seedDir, seed: writeGuardedSeed(seedDir, chosen.model, variant) };
  });
  const stacks = await Promise.all(
    variants.map(({ seedDir }) =>
      startScopedStack({
        schemaDir: chosen.schemaDir,
        seedDir,
        env: {
          CONSUME_CHANGES: 'off',
          MAX_COST: '1000000',
          RATE_LIMIT_ANONYMOUS: 'off',
          RATE_LIMIT_KEY: 'off',
        },
      }),
    ),
  );
  started = {
    schema: chosen.schema,
    stacks: stacks as unknown as StartedModel['stacks'],
    seeds: variants.map(({ seed }) => seed) as unknown as StartedModel['seeds'],
  };
  return started;
}

/** The gateway rejects operations that wait too long for others of the same caller. */
const MAX_CONCURRENT_OPERATIONS = 4;

/** Executes operations. Returns each response as JSON, without the addresses of the stack's servers. */
async function execute(
  { stack, query }: ScopedStack,
  scopes: readonly Scope[],
  operations: readonly string[],
): Promise<readonly string[]> {
  const origins = Object.values(stack.emulators).map(({ url }) => url);
  const queue = new PQueue({ concurrency: MAX_CONCURRENT_OPERATIONS });
  return queue.addAll(
    operations.map((operation) => async () => {
      const { data, errors } = await query(scopes, operation);
      for (const { extensions } of errors)
        if (!/^(FORBIDDEN|BAD_USER_INPUT|PAGE_SIZE)$/.test(String(extensions?.code)))
          throw new Error(`${operation}: ${JSON.stringify(errors)}`);
      return origins.reduce(
        (text, origin) => text.replaceAll(origin, 'http://provider'),
        JSON.stringify({ data, errors }),
      );
    }),
  );
}

/** Returns the ids of the assets whose status a caller can watch. */
async function watchableAssets(stack: ScopedStack, scopes: readonly Scope[]): Promise<ReadonlySet<string>> {
  const client = createSubscriber(stack.stack.url, { connectionParams: await stack.headersOf(scopes) });
  try {
    const results = await Promise.all(
      ALL_ASSETS.map(async (id) => {
        const video = subscribe(
          client,
          'subscription ($id: ID!) { videoChanged(id: $id) { id playback { hlsUrl } } }',
          {
            id: toGlobalId('Video', id),
          },
        );
        const { data } = await video.next();
        video.unsubscribe();
        return data?.videoChanged ? [id] : [];
      }),
    );
    return new Set(results.flat());
  } finally {
    await client.dispose();
  }
}

describe('guarded models', () => {
  test.each(Array.from({ length: MODELS }, (_, i) => i))(
    'model %i: nothing that a caller without scopes receives depends on a guarded value',
    async (index) => {
      const { schema, stacks, seeds } = await start(index);
      const complete = completeOperations(schema, VALUES);
      const probes = argumentOperations(schema, VALUES).filter(
        (_, i) => i % ARGUMENT_SHARE === SEED % ARGUMENT_SHARE,
      );
      const operations = [...complete, ...probes];

      // With all scopes first: its cached responses must not reach the other caller.
      const [open, otherOpen] = await Promise.all(
        stacks.map((stack) => execute(stack, ALL_SCOPES, complete)),
      );
      expect(open).not.toEqual(otherOpen);
      expect(open?.some((text) => text.includes(CANARY))).toBe(true);

      const [closed, otherClosed] = await Promise.all(stacks.map((stack) => execute(stack, [], operations)));
      const differing = operations.filter((_, i) => closed?.[i] !== otherClosed?.[i]);
      expect(differing.slice(0, 3)).toEqual([]);
      const revealing = complete.filter((_, i) => closed?.[i]?.includes(CANARY));
      expect(revealing.slice(0, 3)).toEqual([]);

      for (const [i, stack] of stacks.entries()) {
        const { publicAssets, scopedAssets } = seeds[i] as GuardedSeed;
        expect(await watchableAssets(stack, [])).toEqual(publicAssets);
        expect(await watchableAssets(stack, ALL_SCOPES)).toEqual(new Set([...publicAssets, ...scopedAssets]));
      }
    },
    180_000,
  );
});
