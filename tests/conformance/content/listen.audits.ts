import assert from 'node:assert/strict';
import { recordEvents } from '../../../gateway/emulators/content/testing/eventRecorder.ts';
import type { Audit } from '../shared/audit.ts';
import { createSanityClient } from './client.ts';
import { type ContentTarget, commit, withScratch } from './target.ts';
import { type Event, type Listener, withListener } from './withListener.ts';

/** The listen endpoint (https://www.sanity.io/docs/http-reference/listen). */
export const contentListenAudits: readonly Audit<ContentTarget>[] = [
  {
    id: 'content-listen-001',
    level: 'MUST',
    name: 'sends an event for a creation with identity, timestamp, mutations and result',
    run: withListener('', {}, async (target, { recorder, id, type, eventOf }) => {
      const welcome = recorder.events[0];
      assert.equal(typeof welcome.listenerName, 'string');
      const { transactionId } = await commit(target, [{ create: { _id: id('a'), _type: type, n: 1 } }]);
      const event = await eventOf('a');
      assert.equal(event.transition, 'appear');
      assert.equal(event.transactionId, transactionId);
      assert.equal(event.resultRev, transactionId);
      assert.equal('previousRev' in event, false);
      assert.ok(event.eventId.startsWith(transactionId));
      assert.equal(typeof event.identity, 'string');
      assert.ok(Math.abs(Date.parse(event.timestamp) - Date.now()) < 60_000);
      assert.equal(event.visibility, 'transaction');
      assert.equal(event.transactionTotalEvents, 1);
      assert.equal(event.result?.n, 1);
      const [mutation] = event.mutations as Event[];
      assert.equal(mutation.create._id, id('a'));
    }),
  },
  {
    id: 'content-listen-002',
    level: 'MUST',
    name: 'sends appear, update and disappear as documents match the filter',
    run: withListener('n > 0', {}, async (target, { recorder, id, type }) => {
      const a = id('a');
      await commit(target, [{ create: { _id: a, _type: type, n: 0 } }]);
      for (const n of [1, 2, 0, 3]) await commit(target, [{ patch: { id: a, set: { n } } }]);
      await commit(target, [{ delete: { id: a } }]);
      await recorder.waitFor((event) => event.transition === 'disappear' && !event.result, 10_000);
      const mutations = recorder.events.filter((event) => event.type === 'mutation');
      assert.deepEqual(
        mutations.map(({ transition }) => transition),
        ['appear', 'update', 'disappear', 'appear', 'disappear'],
      );
      assert.equal('resultRev' in mutations[4], false);
      assert.equal(mutations[1].previousRev, mutations[0].resultRev);
    }),
  },
  {
    id: 'content-listen-003',
    level: 'MUST',
    name: 'omits results and mutations and adds the previous revision on request',
    run: withListener(
      '',
      { includeResult: false, includeMutations: false, includePreviousRevision: true },
      async (target, { recorder, id, type, eventOf }) => {
        await commit(target, [{ create: { _id: id('a'), _type: type, n: 1 } }]);
        const created = await eventOf('a');
        assert.equal(created.previous ?? null, null);
        await commit(target, [{ patch: { id: id('a'), set: { n: 2 } } }]);
        const updated = await recorder.waitFor((event) => event.transition === 'update', 10_000);
        assert.equal(updated.previous.n, 1);
        assert.equal('result' in updated, false);
        assert.equal('mutations' in updated, false);
      },
    ),
  },
  {
    id: 'content-listen-004',
    level: 'MUST',
    name: 'sends one event for each document of a transaction, with their number',
    run: withListener('', {}, async (target, { id, type, eventOf }) => {
      await commit(target, [
        { create: { _id: id('a'), _type: type } },
        { create: { _id: id('b'), _type: type } },
        { patch: { id: id('a'), set: { n: 1 } } },
      ]);
      const events = [await eventOf('a'), await eventOf('b')];
      assert.equal(events[0]?.transactionId, events[1]?.transactionId);
      assert.deepEqual(
        events.map(({ transactionTotalEvents }) => transactionTotalEvents),
        [2, 2],
      );
      assert.equal(new Set(events.map(({ transactionCurrentEvent }) => transactionCurrentEvent)).size, 2);
      assert.deepEqual(
        events.map(({ mutations }) => Array.from(mutations, (mutation) => Object.keys(mutation)[0])),
        [['create', 'patch'], ['create']],
      );
    }),
  },
  {
    id: 'content-listen-020',
    level: 'MUST',
    name: 'filters by times, of which an impossible one is null',
    run: withListener(
      'dateTime(at) > dateTime("2025-01-01T00:00:00Z")',
      {},
      async (target, { recorder, id, type, eventOf }) => {
        await commit(target, [
          { create: { _id: id('a'), _type: type, at: '2025-02-30T00:00:00Z' } },
          { create: { _id: id('b'), _type: type, at: '2025-01-01T00:00:00-01:00' } },
        ]);
        await eventOf('b');
        const mutations = recorder.events.filter((event) => event.type === 'mutation');
        assert.deepEqual(
          mutations.map(({ documentId }) => documentId),
          [id('b')],
        );
      },
    ),
  },
  {
    id: 'content-listen-006',
    level: 'MUST',
    name: 'sends events of drafts and versions with includeAllVersions only',
    run: async (target) => {
      const receivesDrafts = async (event: Listener) => {
        await commit(target, [{ create: { _id: `drafts.${event.id('a')}`, _type: event.type } }]);
        await commit(target, [{ create: { _id: event.id('b'), _type: event.type } }]);
        await event.eventOf('b');
        const ids = event.recorder.events
          .filter(({ type }) => type === 'mutation')
          .map(({ documentId }) => documentId);
        await commit(target, [{ delete: { id: `drafts.${event.id('a')}` } }]);
        return ids.map((id: string) => id.startsWith('drafts.'));
      };
      await withListener('', {}, async (_target, listener) =>
        assert.deepEqual(await receivesDrafts(listener), [false]),
      )(target);
      await withListener('', { includeAllVersions: true }, async (_target, listener) =>
        assert.deepEqual(await receivesDrafts(listener), [true, false]),
      )(target);
    },
  },
  {
    id: 'content-listen-007',
    level: 'MUST',
    name: 'ignores order, slice and projection of the query',
    run: (target) =>
      withScratch(target, async ({ id, type }) => {
        const groq = '*[_type == $type] | order(n desc) [0...1] {_id, "other": *[_id == "x"][0]}';
        const recorder = recordEvents<Event>(
          createSanityClient(target).listen(groq, { type }, { events: ['welcome', 'mutation'] }),
        );
        try {
          await recorder.waitFor((event) => event.type === 'welcome', 10_000);
          await commit(
            target,
            ['a', 'b'].map((name) => ({ create: { _id: id(name), _type: type, n: 1 } })),
          );
          for (const name of ['a', 'b']) {
            const event = await recorder.waitFor(({ documentId }) => documentId === id(name), 10_000);
            assert.equal(event.result.n, 1);
          }
        } finally {
          recorder.stop();
        }
      }),
  },
  {
    id: 'content-listen-011',
    level: 'SHOULD',
    name: 'sends Mendoza patches with effectFormat=mendoza',
    run: withListener('', { effectFormat: 'mendoza' }, async (target, { id, type, eventOf }) => {
      await commit(target, [{ create: { _id: id('a'), _type: type } }]);
      const { effects } = await eventOf('a');
      assert.ok(Array.isArray(effects?.apply) && Array.isArray(effects.revert));
    }),
  },
  {
    id: 'content-listen-012',
    level: 'MUST',
    name: 'sends events after queries see the change with visibility=query',
    run: withListener('', { visibility: 'query' }, async (target, { id, type, eventOf }) => {
      await commit(target, [{ create: { _id: id('a'), _type: type, n: 5 } }], { visibility: 'async' });
      const { visibility } = await eventOf('a');
      assert.equal(visibility, 'query');
      assert.equal(await createSanityClient(target).fetch('*[_id == $id][0].n', { id: id('a') }), 5);
    }),
  },
];
