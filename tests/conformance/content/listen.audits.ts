import assert from 'node:assert/strict';
import type { ListenOptions, MutationEvent } from '@sanity/client';
import {
  type EventRecorder,
  recordEvents,
} from '../../../gateway/emulators/content/testing/eventRecorder.ts';
import type { Audit } from '../shared/audit.ts';
import { clientOf } from './client.ts';
import { openStream } from './eventStreamReader.ts';
import { type ContentTarget, commit, send, withScratch } from './target.ts';

// biome-ignore lint/suspicious/noExplicitAny: an audit asserts the shape of what came, whatever it is
type Event = any;

interface Listener {
  heard: EventRecorder<Event>;
  id(name: string): string;
  type: string;
  /** The first mutation event of a document. */
  of(name: string): Promise<MutationEvent>;
}

/** Listens by the official client, among documents of its own, and begins the work when it is welcome. */
function listening(
  filter: string,
  options: ListenOptions,
  work: (t: ContentTarget, listener: Listener) => Promise<void>,
): (t: ContentTarget) => Promise<void> {
  return (t) =>
    withScratch(t, async ({ id, type }) => {
      const groq = `*[_type == $type${filter && ` && ${filter}`}]`;
      const heard = recordEvents<Event>(
        clientOf(t).listen(groq, { type }, { events: ['welcome', 'mutation'], ...options }),
      );
      try {
        await heard.waitFor((event) => event.type === 'welcome', 10_000);
        const of = (name: string) => heard.waitFor((event) => event.documentId === id(name), 10_000);
        await work(t, { heard, id, type, of });
      } finally {
        heard.stop();
      }
    });
}

/** Reads the first two events of a stream that goes on after an event. */
async function resumed(t: ContentTarget, type: string, last: string) {
  const search = new URLSearchParams({
    query: '*[_type == $type]',
    $type: JSON.stringify(type),
    enableResume: 'true',
  });
  const stream = await openStream(`${t.baseUrl}/v2025-02-19/data/listen/${t.dataset}?${search}`, {
    authorization: `Bearer ${t.readToken}`,
    'last-event-id': last,
  });
  return stream;
}

/** Listening to what happens to documents (https://www.sanity.io/docs/http-reference/listen). */
export const contentListenAudits: readonly Audit<ContentTarget>[] = [
  {
    id: 'content-listen-001',
    level: 'MUST',
    name: 'tells of a creation: who, when, by which mutations, and what came of it',
    run: listening('', {}, async (t, { heard, id, type, of }) => {
      const welcome = heard.events[0];
      assert.equal(typeof welcome.listenerName, 'string');
      const { transactionId } = await commit(t, [{ create: { _id: id('a'), _type: type, n: 1 } }]);
      const event = await of('a');
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
    name: 'tells how a document comes, changes and goes as its filter sees it',
    run: listening('n > 0', {}, async (t, { heard, id, type }) => {
      const a = id('a');
      await commit(t, [{ create: { _id: a, _type: type, n: 0 } }]);
      for (const n of [1, 2, 0, 3]) await commit(t, [{ patch: { id: a, set: { n } } }]);
      await commit(t, [{ delete: { id: a } }]);
      await heard.waitFor((event) => event.transition === 'disappear' && !event.result, 10_000);
      const mutations = heard.events.filter((event) => event.type === 'mutation');
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
    name: 'tells as much as it is asked to: without results and mutations, with what was before',
    run: listening(
      '',
      { includeResult: false, includeMutations: false, includePreviousRevision: true },
      async (t, { heard, id, type, of }) => {
        await commit(t, [{ create: { _id: id('a'), _type: type, n: 1 } }]);
        const created = await of('a');
        assert.equal(created.previous ?? null, null);
        await commit(t, [{ patch: { id: id('a'), set: { n: 2 } } }]);
        const updated = await heard.waitFor((event) => event.transition === 'update', 10_000);
        assert.equal(updated.previous.n, 1);
        assert.equal('result' in updated, false);
        assert.equal('mutations' in updated, false);
      },
    ),
  },
  {
    id: 'content-listen-004',
    level: 'MUST',
    name: 'tells of each document of a transaction, and how many there are',
    run: listening('', {}, async (t, { id, type, of }) => {
      await commit(t, [
        { create: { _id: id('a'), _type: type } },
        { create: { _id: id('b'), _type: type } },
        { patch: { id: id('a'), set: { n: 1 } } },
      ]);
      const events = [await of('a'), await of('b')];
      assert.equal(events[0]?.transactionId, events[1]?.transactionId);
      assert.deepEqual(
        events.map(({ transactionTotalEvents }) => transactionTotalEvents),
        [2, 2],
      );
      assert.equal(new Set(events.map(({ transactionCurrentEvent }) => transactionCurrentEvent)).size, 2);
      assert.deepEqual(
        events.map(({ mutations }) => mutations.map((mutation) => Object.keys(mutation)[0])),
        [['create', 'patch'], ['create']],
      );
    }),
  },
  {
    id: 'content-listen-005',
    level: 'MUST',
    name: 'answers a query that is none under 200 with a channelError that says what is wrong',
    run: async (t) => {
      const groq = '*[_type == ';
      const stream = await openStream(
        `${t.baseUrl}/v2025-02-19/data/listen/${t.dataset}?${new URLSearchParams({ query: groq })}`,
        { authorization: `Bearer ${t.readToken}` },
      );
      assert.equal(stream.status, 200);
      const { event, data } = await stream.next();
      stream.close();
      assert.equal(event, 'channelError');
      assert.equal(data.error.type, 'queryParseError');
      const heard = recordEvents(clientOf(t).listen(groq));
      assert.equal((await heard.waitForError(10_000)).name, 'ChannelError');
    },
  },
  {
    id: 'content-listen-006',
    level: 'MUST',
    name: 'keeps drafts and versions to those who ask for them',
    run: async (t) => {
      const bothOf = async (event: Listener) => {
        await commit(t, [{ create: { _id: `drafts.${event.id('a')}`, _type: event.type } }]);
        await commit(t, [{ create: { _id: event.id('b'), _type: event.type } }]);
        await event.of('b');
        const ids = event.heard.events
          .filter(({ type }) => type === 'mutation')
          .map(({ documentId }) => documentId);
        await commit(t, [{ delete: { id: `drafts.${event.id('a')}` } }]);
        return ids.map((id: string) => id.startsWith('drafts.'));
      };
      await listening('', {}, async (_t, listener) => assert.deepEqual(await bothOf(listener), [false]))(t);
      await listening('', { includeAllVersions: true }, async (_t, listener) =>
        assert.deepEqual(await bothOf(listener), [true, false]),
      )(t);
    },
  },
  {
    id: 'content-listen-007',
    level: 'MUST',
    name: 'passes over orders, slices and projections',
    run: (t) =>
      withScratch(t, async ({ id, type }) => {
        const groq = '*[_type == $type] | order(n desc) [0...1] {_id, "other": *[_id == "x"][0]}';
        const heard = recordEvents<Event>(
          clientOf(t).listen(groq, { type }, { events: ['welcome', 'mutation'] }),
        );
        try {
          await heard.waitFor((event) => event.type === 'welcome', 10_000);
          await commit(
            t,
            ['a', 'b'].map((name) => ({ create: { _id: id(name), _type: type, n: 1 } })),
          );
          for (const name of ['a', 'b']) {
            const event = await heard.waitFor(({ documentId }) => documentId === id(name), 10_000);
            assert.equal(event.result.n, 1);
          }
        } finally {
          heard.stop();
        }
      }),
  },
  {
    id: 'content-listen-008',
    level: 'SHOULD',
    name: 'goes on after the event a client names, when it may',
    run: listening('', {}, async (t, { id, type, of }) => {
      await commit(t, [{ create: { _id: id('a'), _type: type } }]);
      const { eventId } = await of('a');
      await commit(t, [{ create: { _id: id('b'), _type: type } }]);
      const stream = await resumed(t, type, eventId);
      const [back, missed] = [await stream.next(), await stream.next()];
      stream.close();
      assert.equal(back.event, 'welcomeback');
      assert.equal(typeof back.data.listenerName, 'string');
      assert.equal(missed.event, 'mutation');
      assert.equal(missed.data.documentId, id('b'));
      assert.ok(missed.id);
    }),
  },
  {
    id: 'content-listen-009',
    level: 'SHOULD',
    name: 'says so when it cannot go on after the event a client names',
    run: async (t) => {
      const stream = await resumed(t, 'audit', 'nowhere#nobody');
      const { event } = await stream.next();
      stream.close();
      assert.equal(event, 'reset');
    },
  },
  {
    id: 'content-listen-010',
    level: 'MUST',
    name: 'refuses a wrong token, and the official client gives up',
    run: async (t) => {
      assert.equal((await send(t, `/data/listen/${t.dataset}?query=*`, { token: 'nobody' })).status, 401);
      const failure = await recordEvents(clientOf(t, { token: 'nobody' }).listen('*')).waitForError(10_000);
      assert.equal((failure as Error & { status?: number }).status, 401);
    },
  },
  {
    id: 'content-listen-011',
    level: 'SHOULD',
    name: 'tells the effects of a change as Mendoza patches',
    run: listening('', { effectFormat: 'mendoza' }, async (t, { id, type, of }) => {
      await commit(t, [{ create: { _id: id('a'), _type: type } }]);
      const { effects } = await of('a');
      assert.ok(Array.isArray(effects?.apply) && Array.isArray(effects.revert));
    }),
  },
  {
    id: 'content-listen-012',
    level: 'MUST',
    name: 'tells those who ask for it when queries see the change',
    run: listening('', { visibility: 'query' }, async (t, { id, type, of }) => {
      await commit(t, [{ create: { _id: id('a'), _type: type, n: 5 } }], { visibility: 'async' });
      const { visibility } = await of('a');
      assert.equal(visibility, 'query');
      assert.equal(await clientOf(t).fetch('*[_id == $id][0].n', { id: id('a') }), 5);
    }),
  },
];
