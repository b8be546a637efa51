import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { SanityClient } from '@sanity/client';
import { within } from '../../support/within.ts';
import type { Audit } from '../shared/audit.ts';
import { createSanityClient } from './client.ts';
import {
  type Body,
  type ContentTarget,
  commit,
  fetchDocument,
  mutate,
  result,
  type Scratch,
  withScratch,
} from './target.ts';

const RAW = { perspective: 'raw' } as const;
const SCHEDULE_MS = 400;

interface ReleaseScratch extends Scratch {
  readonly client: SanityClient;
  readonly releaseId: string;
  /** Returns the id of a version in the release. */
  version(name: string): string;
  release(): Promise<Body>;
  /** Returns the `_id` and title of each document, as a perspective shows them. */
  titles(perspective: string): Promise<Body>;
}

/** Runs an audit with a release, and removes the release with all its versions. */
function withRelease(run: (scratch: ReleaseScratch, target: ContentTarget) => Promise<void>) {
  return (target: ContentTarget) =>
    withScratch(target, async (scratch) => {
      const client = createSanityClient(target);
      const releaseId = `r${randomBytes(5).toString('hex')}`;
      await client.releases.create({ releaseId, metadata: { title: 'Spring', releaseType: 'scheduled' } });
      const release = () => client.releases.get({ releaseId }) as Promise<Body>;
      const groq = '*[_type == $type] | order(_id asc){_id, title}';
      try {
        await run(
          {
            ...scratch,
            client,
            releaseId,
            release,
            version: (name) => `versions.${releaseId}.${scratch.id(name)}`,
            titles: async (perspective) => {
              const rows: Body[] = await result(target, groq, { type: scratch.type }, { perspective });
              return Object.fromEntries(rows.map(({ _id, title }) => [_id.replace(/^.*-/, ''), title]));
            },
          },
          target,
        );
      } finally {
        const state = (await release())?.state;
        if (state === 'scheduled') await client.releases.unschedule({ releaseId });
        if (state === 'scheduled' || state === 'active') await client.releases.archive({ releaseId });
        if (state !== undefined) await client.releases.delete({ releaseId });
      }
    });
}

/** Releases of documents (https://www.sanity.io/docs/apis-and-sdks/content-releases-api). */
export const contentReleaseAudits: readonly Audit<ContentTarget>[] = [
  {
    id: 'content-release-001',
    level: 'MUST',
    name: 'creates a release, edits its metadata and finds it by releases::all()',
    run: withRelease(async ({ client, releaseId, release }, target) => {
      const id = `_.releases.${releaseId}`;
      const { _createdAt, _updatedAt, _rev, ...created } = await release();
      const { _id, _type, name, state, metadata } = created;
      assert.deepEqual([_id, _type, name, state], [id, 'system.release', releaseId, 'active']);
      assert.deepEqual({ ...metadata }, { title: 'Spring', releaseType: 'scheduled' });
      await client.releases.edit({ releaseId, patch: { set: { 'metadata.title': 'Summer' } } });
      const titles = 'releases::all()[name == $name].metadata.title';
      for (const perspective of ['raw', releaseId])
        assert.deepEqual(await result(target, titles, { name: releaseId }, { perspective }), ['Summer']);
      assert.deepEqual(await result(target, titles, { name: releaseId }), []);
      const byType = 'count(*[_type == "system.release" && _id == $id])';
      assert.equal(await result(target, byType, { id }, RAW), 1);
      await assert.rejects(client.releases.create({ releaseId }), { statusCode: 409 });
      await assert.rejects(client.releases.edit({ releaseId, patch: { set: { state: 'published' } } }), {
        statusCode: 400,
      });
      const create = { actionType: 'sanity.action.release.create', releaseId: `${releaseId}-b` } as const;
      for (const invalid of [null, 'text', []])
        await assert.rejects(client.action({ ...create, metadata: invalid as never }), { statusCode: 400 });
    }),
  },
  {
    id: 'content-release-002',
    level: 'MUST',
    name: 'finds versions by sanity::versionOf and sanity::partOfRelease',
    run: withRelease(async ({ client, releaseId, version, id, type }, target) => {
      await commit(target, [
        { create: { _id: id('a'), _type: type, title: 'a' } },
        { create: { _id: `drafts.${id('a')}`, _type: type } },
        { create: { _id: id('b'), _type: type } },
      ]);
      await client.createVersion({
        releaseId,
        publishedId: id('a'),
        document: { _type: type, title: 'next' },
      });
      const ids = (condition: string) =>
        result(
          target,
          `*[_type == $type && ${condition}] | order(_id asc)._id`,
          { type, a: id('a'), releaseId },
          RAW,
        );
      assert.deepEqual(await ids('sanity::versionOf($a)'), [id('a'), `drafts.${id('a')}`, version('a')]);
      assert.deepEqual(await ids('sanity::partOfRelease($releaseId)'), [version('a')]);
      const { result: documents } = await client.withConfig(RAW).releases.fetchDocuments({ releaseId });
      assert.deepEqual(
        [...documents].map(({ _id }) => _id),
        [version('a')],
      );
      assert.deepEqual(await ids('_id == $a && count(*[sanity::versionOf(^._id)]) == 3'), [id('a')]);
    }),
  },
  {
    id: 'content-release-003',
    level: 'MUST',
    name: 'publishes all versions: replaces, creates and deletes documents, in its perspective beforehand',
    run: withRelease(async ({ client, releaseId, release, version, titles, id, type }, target) => {
      await commit(
        target,
        ['a', 'b', 'c'].map((name) => ({ create: { _id: id(name), _type: type, title: name } })),
      );
      const document = { _type: type, title: 'new' };
      await client.createVersion({ releaseId, publishedId: id('a'), document });
      await client.createVersion({ releaseId, publishedId: id('d'), document });
      await client.unpublishVersion({ releaseId, publishedId: id('b') });
      const after = { a: 'new', c: 'c', d: 'new' };
      assert.deepEqual(await titles('published'), { a: 'a', b: 'b', c: 'c' });
      assert.deepEqual(await titles(releaseId), after);
      assert.deepEqual(await titles(`${releaseId},drafts`), after);
      await client.releases.publish({ releaseId });
      assert.deepEqual(await titles('published'), after);
      assert.deepEqual(await titles('raw'), after);
      assert.equal((await fetchDocument(target, id('a')))._system, undefined);
      const { state, publishedAt, finalDocumentStates } = await release();
      assert.equal(state, 'published');
      assert.ok(Date.parse(publishedAt) > 0);
      const finalIds = finalDocumentStates.map((final: { id: string }) => final.id);
      assert.deepEqual([...finalIds], ['a', 'b', 'd'].map(version));
      await assert.rejects(client.releases.publish({ releaseId }), { statusCode: 409 });
      await assert.rejects(client.createVersion({ releaseId, publishedId: id('a'), document }), {
        statusCode: 409,
      });
    }),
  },
  {
    id: 'content-release-004',
    level: 'MUST',
    name: 'schedules a release, which locks its versions, and unschedules it',
    run: withRelease(async ({ client, releaseId, release, version, titles, id, type }, target) => {
      const document = { _type: type, title: 'new' };
      await client.createVersion({ releaseId, publishedId: id('a'), document });
      await client.releases.schedule({ releaseId, publishAt: '2099-01-01T00:00:00Z' });
      const { state, publishAt } = await release();
      assert.deepEqual([state, publishAt], ['scheduled', '2099-01-01T00:00:00Z']);
      const patch = { id: version('a'), set: { title: 'newer' } };
      assert.equal((await mutate(target, [{ patch }])).status, 409);
      assert.equal((await mutate(target, [{ delete: { id: version('a') } }])).status, 409);
      await assert.rejects(client.createVersion({ releaseId, publishedId: id('b'), document }), {
        statusCode: 409,
      });
      await assert.rejects(client.releases.archive({ releaseId }), { statusCode: 409 });
      await assert.rejects(client.releases.schedule({ releaseId, publishAt: '2099-02-30T00:00:00Z' }), {
        statusCode: 400,
      });
      await client.releases.unschedule({ releaseId });
      assert.equal((await release()).state, 'active');
      assert.equal((await release()).publishAt, undefined);
      await commit(target, [{ patch }]);
      assert.deepEqual(await titles(releaseId), { a: 'newer' });
      await assert.rejects(client.releases.unschedule({ releaseId }), { statusCode: 409 });
    }),
  },
  {
    id: 'content-release-005',
    level: 'MUST',
    name: 'publishes a scheduled release at its time, at once if the time is over',
    run: withRelease(async ({ client, releaseId, release, titles, id, type }) => {
      await client.createVersion({
        releaseId,
        publishedId: id('a'),
        document: { _type: type, title: 'new' },
      });
      await client.releases.schedule({
        releaseId,
        publishAt: new Date(Date.now() + SCHEDULE_MS).toISOString(),
      });
      assert.deepEqual(await titles('published'), {});
      await within(10_000, async () => assert.equal((await release()).state, 'published'));
      assert.deepEqual(await titles('published'), { a: 'new' });
      const late = `${releaseId}-late`;
      await client.releases.create({ releaseId: late });
      await client.releases.schedule({ releaseId: late, publishAt: '2020-01-01T00:00:00Z' });
      assert.equal((await client.releases.get({ releaseId: late }))?.state, 'published');
      await client.releases.delete({ releaseId: late });
    }),
  },
  {
    id: 'content-release-006',
    level: 'MUST',
    name: 'archives a release with its versions, restores both, and deletes only what is over',
    run: withRelease(async ({ client, releaseId, release, titles, version, id, type }, target) => {
      await client.createVersion({
        releaseId,
        publishedId: id('a'),
        document: { _type: type, title: 'new' },
      });
      await assert.rejects(client.releases.delete({ releaseId }), { statusCode: 409 });
      await client.releases.archive({ releaseId });
      const { state, finalDocumentStates } = await release();
      assert.deepEqual([state, finalDocumentStates[0].id], ['archived', version('a')]);
      assert.equal(await fetchDocument(target, version('a')), null);
      await assert.rejects(client.releases.publish({ releaseId }), { statusCode: 409 });
      await client.releases.unarchive({ releaseId });
      assert.equal((await release()).state, 'active');
      assert.deepEqual(await titles(releaseId), { a: 'new' });
      await client.releases.archive({ releaseId });
      await client.releases.delete({ releaseId });
      assert.equal(await release(), undefined);
    }),
  },
  {
    id: 'content-release-007',
    level: 'MUST',
    name: 'creates, replaces, discards and unpublishes versions only where there is one',
    run: withRelease(async ({ client, releaseId, titles, version, id, type }, target) => {
      await commit(target, [{ create: { _id: id('a'), _type: type, title: 'a' } }]);
      const [publishedId, document] = [id('a'), { _type: type, title: 'new' }];
      await assert.rejects(client.replaceVersion({ releaseId, publishedId, document }), { statusCode: 404 });
      await assert.rejects(client.discardVersion({ releaseId, publishedId }), { statusCode: 404 });
      await client.createVersion({ releaseId, publishedId, baseId: id('a') });
      assert.deepEqual(await titles(releaseId), { a: 'a' });
      await client.replaceVersion({ releaseId, publishedId, document });
      assert.deepEqual(await titles(releaseId), { a: 'new' });
      await client.unpublishVersion({ releaseId, publishedId });
      assert.deepEqual(await titles(releaseId), {});
      assert.equal((await fetchDocument(target, version('a')))._system.delete, true);
      assert.deepEqual(await titles('drafts'), { a: 'a' });
      await client.discardVersion({ releaseId, publishedId });
      assert.deepEqual(await titles(releaseId), { a: 'a' });
      const actionType = 'sanity.action.document.version.create';
      const other = { actionType, publishedId, baseId: id('a'), versionId: version('b') } as const;
      await assert.rejects(client.action(other), { statusCode: 400 });
      await assert.rejects(client.unpublishVersion({ releaseId, publishedId: id('none') }), {
        statusCode: 404,
      });
    }),
  },
  {
    id: 'content-release-008',
    level: 'MUST',
    name: 'publishes a release wholly or not at all',
    run: withRelease(async ({ client, releaseId, release, titles, id, type }, target) => {
      await commit(target, [
        { create: { _id: id('a'), _type: type, title: 'a' } },
        { create: { _id: id('b'), _type: type, title: 'b', to: { _ref: id('a') } } },
      ]);
      await client.unpublishVersion({ releaseId, publishedId: id('a') });
      await client.createVersion({ releaseId, publishedId: id('c'), document: { _type: type, title: 'c' } });
      await assert.rejects(client.releases.publish({ releaseId }), { statusCode: 409 });
      assert.deepEqual(await titles('published'), { a: 'a', b: 'b' });
      assert.equal((await release()).state, 'active');
      const without = { _type: type, title: 'b2' };
      await client.createVersion({ releaseId, publishedId: id('b'), document: without });
      await client.releases.publish({ releaseId });
      assert.deepEqual(await titles('published'), { b: 'b2', c: 'c' });
    }),
  },
];
