import type { FastifyInstance } from 'fastify';
import { isObject } from './attributes.ts';
import { MOST_EVENTS } from './limits.ts';
import { Refusal } from './refusal.ts';

const NAME = /^[\x20-\x7e]{1,64}$/;
const TOKEN = /^[a-zA-Z0-9_=/+.:-]{1,129}$/;
const QUERY_ID = /^([0-9a-f]{32}|message_[!-~]+)$/;
const KINDS = ['click', 'conversion', 'view', 'instantsearch'];
/** Ids or filters an event is about. */
const MOST_SUBJECTS = 20;
/** The oldest events are forgotten beyond this many. */
const LOG_LENGTH = 10_000;

/** The events that clients reported. */
export class EventLog {
  #events: Record<string, unknown>[] = [];

  /** In the order they came. */
  get all(): readonly Record<string, unknown>[] {
    return this.#events;
  }

  /**
   * Takes a request's events, all or none.
   * @throws Refusal 422 that says what was expected of which event
   */
  report(body: unknown): void {
    const events = isObject(body) ? body.events : undefined;
    if (!Array.isArray(events) || events.length === 0 || events.length > MOST_EVENTS)
      throw new Refusal(422, `Expected {"events": […]} with 1 to ${MOST_EVENTS} events`);
    for (const [position, event] of events.entries()) {
      const fault = faultOf(event);
      if (fault) throw new Refusal(422, `Event at the position ${position}: ${fault}`);
    }
    this.#events = [...this.#events, ...events].slice(-LOG_LENGTH);
  }

  clear(): void {
    this.#events = [];
  }
}

function faultOf(event: unknown): string | undefined {
  if (!isObject(event)) return 'expected a JSON object';
  const { eventType, eventName, index, userToken, queryID, positions } = event;
  if (!KINDS.includes(eventType as string))
    return `expected eventType to be one of ${KINDS.join(', ')}, got ${JSON.stringify(eventType)}`;
  if (typeof eventName !== 'string' || !NAME.test(eventName))
    return 'expected eventName to be 1 to 64 printable ASCII characters';
  if (typeof userToken !== 'string' || !TOKEN.test(userToken))
    return 'expected userToken to be 1 to 129 letters, digits or one of _ = / + . : -';
  if (queryID !== undefined && (typeof queryID !== 'string' || !QUERY_ID.test(queryID)))
    return 'expected queryID to be the queryID of an answer';
  if (eventType === 'instantsearch') return undefined;
  if (typeof index !== 'string' || index === '') return 'expected an index';
  return faultOfSubjects(event, eventType === 'click' && queryID !== undefined, positions);
}

function faultOfSubjects(
  { objectIDs, filters }: Record<string, unknown>,
  needsPositions: boolean,
  positions: unknown,
): string | undefined {
  const subjects = objectIDs ?? filters;
  if ((objectIDs === undefined) === (filters === undefined)) return 'expected either objectIDs or filters';
  if (
    !Array.isArray(subjects) ||
    subjects.length === 0 ||
    subjects.length > MOST_SUBJECTS ||
    !subjects.every((subject) => typeof subject === 'string')
  )
    return `expected 1 to ${MOST_SUBJECTS} strings in ${objectIDs ? 'objectIDs' : 'filters'}`;
  if (needsPositions && positions === undefined) return 'expected positions of a click after a search';
  if (positions === undefined) return undefined;
  const good =
    Array.isArray(positions) &&
    positions.length === subjects.length &&
    positions.every((position) => Number.isInteger(position) && position >= 1);
  return good ? undefined : 'expected positions to be as many whole numbers from 1 as there are objectIDs';
}

/** `POST /1/events`, and `GET /__twin/events` for tests. */
export function eventRoutes(app: FastifyInstance, log: EventLog): void {
  app.post('/1/events', { config: { acl: 'search' } }, (request) => {
    log.report(request.body);
    return { status: 200, message: 'OK' };
  });
  app.get('/__twin/events', () => ({ events: log.all }));
}
