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
  const isPlace = typeof lat === 'number' && typeof lng === 'number';
  return isPlace ? { lat, lng, alt: typeof alt === 'number' ? alt : null } : undefined;
}

type Filter = Readonly<Record<string, unknown>>;

/** Returns whether a geopoint, or one of a list, satisfies a filter. */
export function matchesGeoPoint(value: unknown, isList: boolean, { defined, ...filter }: Filter): boolean {
  const points = (isList ? toArray(value) : [value]).flatMap((item) => resolveGeoPoint(item) ?? []);
  const isDefined = isList ? toArray(value).length > 0 : isObject(value) && value.lat != null;
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

/** Returns the distance of two points on a sphere in metres, by the law of cosines. */
function distance(a: Pick<GeoPoint, 'lat' | 'lng'>, b: Pick<GeoPoint, 'lat' | 'lng'>): number {
  const [latA, latB, lng] = [a.lat, b.lat, b.lng - a.lng].map((degrees) => (degrees * Math.PI) / 180) as [
    number,
    number,
    number,
  ];
  const cosine = Math.sin(latA) * Math.sin(latB) + Math.cos(latA) * Math.cos(latB) * Math.cos(lng);
  return EARTH_RADIUS_METRES * Math.acos(Math.min(1, cosine));
}
