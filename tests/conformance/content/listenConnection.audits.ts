import assert from 'node:assert/strict';
import { recordEvents } from '../../../gateway/emulators/content/testing/eventRecorder.ts';
import type { Audit } from '../shared/audit.ts';
import { openEventStream } from '../shared/eventStreamReader.ts';
import { createSanityClient } from './client.ts';
import { type ContentTarget, commit, send } from './target.ts';
import { withListener } from './withListener.ts';

/** Opens a stream that resumes after an event. */
async function resumeStream(target: ContentTarget, type: string, lastEventId: string) {
  const search = new URLSearchParams({
    query: '*[_type == $type]',
    $type: JSON.stringify(type),
    enableResume: 'true',
  });
  const stream = await openEventStream(
    `${target.baseUrl}/v2025-02-19/data/listen/${target.dataset}?${search}`,
    {
      authorization: `Bearer ${target.readToken}`,
      'last-event-id': lastEventId,
    },
  );
  return stream;
}

/** Connections of the listen endpoint: errors, authentication and resumption. */
export const contentListenConnectionAudits: readonly Audit<ContentTarget>[] = [
  {
    id: 'content-listen-005',
    level: 'MUST',
    name: 'responds 200 with a channelError event to an invalid query',
    run: async (target) => {
      const groq = '*[_type == ';
      const stream = await openEventStream(
        `${target.baseUrl}/v2025-02-19/data/listen/${target.dataset}?${new URLSearchParams({ query: groq })}`,
        { authorization: `Bearer ${target.readToken}` },
      );
      assert.equal(stream.status, 200);
      const { event, data } = await stream.next();
      stream.close();
      assert.equal(event, 'channelError');
      assert.equal(data.error.type, 'queryParseError');
      const recorder = recordEvents(createSanityClient(target).listen(groq));
      assert.equal((await recorder.waitForError(10_000)).name, 'ChannelError');
    },
  },
  {
    id: 'content-listen-008',
    level: 'SHOULD',
    name: 'resumes after Last-Event-ID with enableResume',
    run: withListener('', {}, async (target, { id, type, eventOf }) => {
      await commit(target, [{ create: { _id: id('a'), _type: type } }]);
      const { eventId } = await eventOf('a');
      await commit(target, [{ create: { _id: id('b'), _type: type } }]);
      const stream = await resumeStream(target, type, eventId);
      const [welcomeBack, missed] = [await stream.next(), await stream.next()];
      stream.close();
      assert.equal(welcomeBack.event, 'welcomeback');
      assert.equal(typeof welcomeBack.data.listenerName, 'string');
      assert.equal(missed.event, 'mutation');
      assert.equal(missed.data.documentId, id('b'));
      assert.ok(missed.id);
    }),
  },
  {
    id: 'content-listen-009',
    level: 'SHOULD',
    name: 'sends a reset event for an unknown Last-Event-ID',
    run: async (target) => {
      const stream = await resumeStream(target, 'audit', 'unknown#unknown');
      const { event } = await stream.next();
      stream.close();
      assert.equal(event, 'reset');
    },
  },
  {
    id: 'content-listen-010',
    level: 'MUST',
    name: 'responds 401 to a wrong token, and the official client stops',
    run: async (target) => {
      assert.equal(
        (await send(target, `/data/listen/${target.dataset}?query=*`, { token: 'unknown' })).status,
        401,
      );
      const failure = await recordEvents(
        createSanityClient(target, { token: 'unknown' }).listen('*'),
      ).waitForError(10_000);
      assert.equal((failure as Error & { status?: number }).status, 401);
    },
  },
];
