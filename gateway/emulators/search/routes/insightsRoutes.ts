import type { FastifyInstance } from 'fastify';
import { ApiError } from '../api/apiError.ts';
import { MAX_EVENTS_PER_REQUEST } from '../api/limits.ts';
import { isObject } from '../index/attributes.ts';

const NAME = /^[\x20-\x7e]{1,64}$/;
const TOKEN = /^[a-zA-Z0-9_=/+.:-]{1,129}$/;
const QUERY_ID = /^([0-9a-f]{32}|message_[!-~]+)$/;
const EVENT_TYPES = ['click', 'conversion', 'view', 'instantsearch'];
/** Object ids or filters per event. */
const MAX_SUBJECTS_PER_EVENT = 20;
/** The log drops its oldest events beyond this length. */
const MAX_LOGGED_EVENTS = 10_000;

/** The events that clients reported. */
export class InsightsEventLog {
  #events: Record<string, unknown>[] = [];

  /** All events in the order of arrival. */
  get all(): readonly Record<string, unknown>[] {
    return this.#events;
  }

  /**
   * Stores the events of a request, all or none.
   * @throws ApiError 422 with the position of the invalid event and the expected value
   */
  report(body: unknown): void {
    const events = isObject(body) ? body.events : undefined;
    if (!Array.isArray(events) || events.length === 0 || events.length > MAX_EVENTS_PER_REQUEST)
      throw new ApiError(422, `Expected {"events": […]} with 1 to ${MAX_EVENTS_PER_REQUEST} events`);
    for (const [position, event] of events.entries()) {
      const error = errorOf(event);
      if (error) throw new ApiError(422, `Event at the position ${position}: ${error}`);
    }
    this.#events = [...this.#events, ...events].slice(-MAX_LOGGED_EVENTS);
  }

  clear(): void {
    this.#events = [];
  }
}

function errorOf(event: unknown): string | undefined {
  if (!isObject(event)) return 'expected a JSON object';
  const { eventType, eventName, index, userToken, queryID, positions } = event;
  if (!EVENT_TYPES.includes(eventType as string))
    return `expected eventType to be one of ${EVENT_TYPES.join(', ')}, got ${JSON.stringify(eventType)}`;
  if (typeof eventName !== 'string' || !NAME.test(eventName))
    return 'expected eventName to be 1 to 64 printable ASCII characters';
  if (typeof userToken !== 'string' || !TOKEN.test(userToken))
    return 'expected userToken to be 1 to 129 letters, digits or one of _ = / + . : -';
  if (queryID !== undefined && (typeof queryID !== 'string' || !QUERY_ID.test(queryID)))
    return 'expected queryID to be the queryID of a response';
  if (eventType === 'instantsearch') return undefined;
  if (typeof index !== 'string' || index === '') return 'expected an index';
  return errorOfSubjects(event, eventType === 'click' && queryID !== undefined, positions);
}

function errorOfSubjects(
  { objectIDs, filters }: Record<string, unknown>,
  needsPositions: boolean,
  positions: unknown,
): string | undefined {
  const subjects = objectIDs ?? filters;
  if ((objectIDs === undefined) === (filters === undefined)) return 'expected either objectIDs or filters';
  if (
    !Array.isArray(subjects) ||
    subjects.length === 0 ||
    subjects.length > MAX_SUBJECTS_PER_EVENT ||
    !subjects.every((subject) => typeof subject === 'string')
  )
    return `expected 1 to ${MAX_SUBJECTS_PER_EVENT} strings in ${objectIDs ? 'objectIDs' : 'filters'}`;
  if (needsPositions && positions === undefined) return 'expected positions of a click after a search';
  if (positions === undefined) return undefined;
  const isValid =
    Array.isArray(positions) &&
    positions.length === subjects.length &&
    positions.every((position) => Number.isInteger(position) && position >= 1);
  return isValid ? undefined : 'expected positions to be as many whole numbers from 1 as there are objectIDs';
}

/** Registers `POST /1/events`, and `GET /__emulator/events` for tests. */
export function insightsRoutes(app: FastifyInstance, log: InsightsEventLog): void {
  app.post('/1/events', { config: { acl: 'search' } }, (request) => {
    log.report(request.body);
    return { status: 200, message: 'OK' };
  });
  app.get('/__emulator/events', () => ({ events: log.all }));
}
