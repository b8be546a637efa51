import { type GraphQLInputField, type GraphQLSchema, getNamedType, isInputObjectType } from 'graphql';
import { constantCase } from '../../../core/model/model.ts';
import { isOrderable, type OrderBy } from './listOrder.ts';
import type { ReaderType } from './readerTypes.ts';

/** Names of the starts and ends of events. */
const START = /^(starts?|begins?)(_?(at|on|time|date(_?time)?))?$/i;
const END = /^(ends?|until)(_?(at|on|time|date(_?time)?))?$/i;
/** Names of types whose documents are events, and of the day of an event. */
const EVENT = /(event|concert|workshop|webinar|conference|exhibition|meetup|seminar|performance|screening)$/i;
const EVENT_DATE = /^(event_?)?date(_?time)?$/i;

/** What follows a day in the value of a filter, by its type. */
const BEGIN_OF_DAY: Readonly<Record<string, string>> = { DateFilter: '', DateTimeFilter: 'T00:00:00Z' };

/** Returns whether a field with this name is the start of an event. */
export const isStart = (name: string): boolean => START.test(name);

/** A part of the events of a type. */
export interface EventList {
  readonly orderBy: readonly OrderBy[];
  /** Returns the filter of the list at a time. It changes once a day, so that responses are cached. */
  filter(now: Date): Readonly<Record<string, unknown>>;
}

/** The documents of a type that are events. */
interface Events {
  /** The events that begin or end today or later, the next one first. */
  readonly upcoming: EventList;
  /** The other events, the last one first. */
  readonly past: EventList;
}

/** Returns the events of a type; undefined unless the date that readers see is a start, or if a number orders its documents. */
export function eventsOf(schema: GraphQLSchema, type: ReaderType): Events | undefined {
  const { date, order, name } = type;
  const filter = schema.getType(`${name}Filter`);
  const conditions = isInputObjectType(filter) ? filter.getFields() : {};
  if (!date || !conditions[date.name] || order || !isOrderable(schema, type, date)) return undefined;
  if (!isStart(date.name) && !(EVENT.test(name) && EVENT_DATE.test(date.name))) return undefined;
  const field = constantCase(date.name);
  const ends = Object.values(conditions).filter(
    ({ name: end, type: kind }) => END.test(end) && Object.hasOwn(BEGIN_OF_DAY, getNamedType(kind).name),
  );
  const fromDay = (now: Date) => {
    const day = now.toISOString().slice(0, 10);
    const times = [conditions[date.name] as GraphQLInputField, ...ends].map(({ name: time, type: kind }) => ({
      [time]: { gte: `${day}${BEGIN_OF_DAY[getNamedType(kind).name] ?? ''}` },
    }));
    return { or: times };
  };
  return {
    upcoming: { filter: fromDay, orderBy: [{ field, direction: 'ASC' }] },
    past: { filter: (now) => ({ not: fromDay(now) }), orderBy: [{ field, direction: 'DESC' }] },
  };
}
