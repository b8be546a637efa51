import { isObject } from '../../gateway/core/validators.ts';
import { toArray } from './dataset.ts';

const EARTH_RADIUS_METRES = 6_371_008.8;

interface GeoPoint {
  readonly lat: number;
  readonly lng: number;
  readonly alt: unknown;
}

/** Resolves a geopoint; undefined for an object without coordinates. */
export function resolveGeoPoint(value: unknown): GeoPoint | undefined {
  if (!isObject(value)) return undefined;
  const { lat, lng, alt } = value;
  const hasCoordinates = isWithin(lat, 90) && isWithin(lng, 180);
  return hasCoordinates ? { lat, lng, alt: typeof alt === 'number' ? alt : null } : undefined;
}

const isWithin = (degrees: unknown, limit: number): degrees is number =>
  typeof degrees === 'number' && Math.abs(degrees) <= limit;

type Filter = Readonly<Record<string, unknown>>;

/** Returns whether a geopoint, or one of a list, satisfies a filter. */
export function matchesGeoPoint(value: unknown, isList: boolean, { defined, ...filter }: Filter): boolean {
  const points = (isList ? toArray(value) : [value]).flatMap((item) => resolveGeoPoint(item) ?? []);
  const isDefined = points.length > 0;
  if (defined != null && defined !== isDefined) return false;
  const conditions = Object.entries(filter).filter(([, condition]) => condition != null);
  return conditions.length === 0 || points.some((point) => conditions.every((own) => meets(point, own)));
}

function meets(point: GeoPoint, [name, condition]: [string, unknown]): boolean {
  if (name === 'near') {
    const { maxDistance, ...centre } = condition as GeoPoint & { readonly maxDistance: number };
    return distance(point, centre) <= maxDistance;
  }
  const { south, west, north, east } = condition as Record<'south' | 'west' | 'north' | 'east', number>;
  const isBetween = point.lat >= south && point.lat <= north;
  const [isEast, isWest] = [point.lng >= west, point.lng <= east];
  return isBetween && (west <= east ? isEast && isWest : isEast || isWest);
}

type GeoCoordinates = Pick<GeoPoint, 'lat' | 'lng'>;

/** Returns the value by which a geopoint is ordered: its distance in metres with three decimals; null if it has none. */
export function orderedDistance(value: unknown, near: GeoCoordinates): number | null {
  const point = resolveGeoPoint(value);
  return point ? Math.round(distance(point, near) * 1000) / 1000 : null;
}

/** Returns the distance of two points on a sphere in metres, by the angle between their vectors. */
function distance(a: GeoCoordinates, b: GeoCoordinates): number {
  const [u, v] = [unitVector(a), unitVector(b)];
  const cross = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
  return EARTH_RADIUS_METRES * Math.atan2(Math.hypot(...cross), u[0] * v[0] + u[1] * v[1] + u[2] * v[2]);
}

function unitVector({ lat, lng }: GeoCoordinates): readonly [number, number, number] {
  const [phi, lambda] = [(lat * Math.PI) / 180, (lng * Math.PI) / 180];
  return [Math.cos(phi) * Math.cos(lambda), Math.cos(phi) * Math.sin(lambda), Math.sin(phi)];
}
