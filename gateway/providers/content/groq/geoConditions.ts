import { inputError, rangeError } from '../../../core/errors.ts';
import type { GeoCoordinates } from '../../../core/model/derivedOrders.ts';
import { type AddParam, isPath } from './groq.ts';
import { conditionOrNegation } from './operators.ts';

export const MAX_LATITUDE_DEGREES = 90;
export const MAX_LONGITUDE_DEGREES = 180;

/** The input type `GeoCircle`. */
interface GeoCircle extends GeoCoordinates {
  /** In metres. */
  readonly maxDistance: number;
}

/** The input type `GeoBox`, in degrees. */
type GeoBox = Readonly<Record<'south' | 'west' | 'north' | 'east', number>>;

/** The input type `GeoPointFilter`. */
export interface GeoPointFilter {
  readonly near?: GeoCircle | null;
  readonly within?: GeoBox | null;
  readonly defined?: boolean | null;
}

/**
 * Returns the condition of a geopoint. That of a list is true if one of its geopoints meets it. An expression is evaluated once, as a
 * list of one.
 * @throws GraphQLError BAD_USER_INPUT for coordinates out of range
 */
export function geoPointCondition(
  value: string,
  isListOfPoints: boolean,
  { near, within, defined }: GeoPointFilter,
  addParam: AddParam,
): string {
  const isList = isListOfPoints || !isPath(value);
  const path = isListOfPoints || isPath(value) ? value : `[${value}]`;
  const point = isList ? '@' : path;
  const ofPoint = [
    ...(near == null ? [] : [distanceCondition(point, near, addParam)]),
    ...(within == null ? [] : [isPlace(point), boxCondition(point, within, addParam)]),
  ];
  const isDefined = isList ? `count(${path}[${isPlace('@')}]) > 0` : isPlace(path);
  return [
    ...(isList && ofPoint.length > 0 ? [`count(${path}[${ofPoint.join(' && ')}]) > 0`] : ofPoint),
    ...(defined == null ? [] : [conditionOrNegation(isDefined, defined)]),
  ].join(' && ');
}

/** Returns the condition that a value has the coordinates of a place, as `readGeoPoint` reads them. */
const isPlace = (point: string): string =>
  [
    `${point}.lat >= -${MAX_LATITUDE_DEGREES} && ${point}.lat <= ${MAX_LATITUDE_DEGREES}`,
    `${point}.lng >= -${MAX_LONGITUDE_DEGREES} && ${point}.lng <= ${MAX_LONGITUDE_DEGREES}`,
  ].join(' && ');

/**
 * Returns GROQ for the distance of a geopoint from a place in metres; null for a value without coordinates.
 * @throws GraphQLError BAD_USER_INPUT for coordinates out of range
 */
export function distanceGroq(point: string, { lat, lng }: GeoCoordinates, addParam: AddParam): string {
  checkDegrees({ lat }, MAX_LATITUDE_DEGREES);
  checkDegrees({ lng }, MAX_LONGITUDE_DEGREES);
  const centre = `geo::latLng(${addParam(lat)}, ${addParam(lng)})`;
  // Of coordinates out of range, a distance is an error.
  const place = `geo::latLng(${point}.lat, ${point}.lng)`;
  return `select(${isPlace(point)} => geo::distance(${place}, ${centre}))`;
}

function distanceCondition(point: string, { maxDistance, ...centre }: GeoCircle, addParam: AddParam): string {
  if (maxDistance < 0)
    throw inputError(`maxDistance: expected at least 0 metres, got ${maxDistance}`, 'BAD_USER_INPUT', {
      argument: 'filter',
      minimum: 0,
      actual: maxDistance,
    });
  return `${distanceGroq(point, centre, addParam)} <= ${addParam(maxDistance)}`;
}

/** Compares coordinates: the edges of a polygon of GROQ are great circles, which a box of latitudes does not have. */
function boxCondition(point: string, { south, west, north, east }: GeoBox, addParam: AddParam): string {
  checkDegrees({ south, north }, MAX_LATITUDE_DEGREES);
  checkDegrees({ west, east }, MAX_LONGITUDE_DEGREES);
  if (south > north)
    throw inputError(
      `expected a south of at most north (${north}) in a box, got ${south}; exchange them`,
      'BAD_USER_INPUT',
      { argument: 'filter', limit: north, actual: south },
    );
  const operator = west > east ? '||' : '&&';
  const longitudes = `(${point}.lng >= ${addParam(west)} ${operator} ${point}.lng <= ${addParam(east)})`;
  return `${point}.lat >= ${addParam(south)} && ${point}.lat <= ${addParam(north)} && ${longitudes}`;
}

function checkDegrees(values: Readonly<Record<string, number>>, limit: number): void {
  for (const [name, actual] of Object.entries(values))
    if (Math.abs(actual) > limit)
      throw rangeError({ argument: name, minimum: -limit, limit, actual }, 'degrees');
}
