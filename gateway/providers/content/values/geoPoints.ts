import { isObject } from '../../../core/validators.ts';
import { MAX_LATITUDE_DEGREES, MAX_LONGITUDE_DEGREES } from '../groq/geoConditions.ts';

/** The projection of a geopoint, with the `_type` of the object for the error of another kind. */
export const GEO_POINT_PROJECTION = '{"@type": _type, lat, lng, alt}';

/** A projected geopoint. */
interface GeoPointSource {
  readonly lat: number;
  readonly lng: number;
  readonly alt: number | null;
}

/** Reads a projected geopoint; undefined for an object without valid coordinates. */
export function readGeoPoint(value: unknown): GeoPointSource | undefined {
  if (!isObject(value)) return undefined;
  const { lat, lng, alt } = value;
  if (!isWithin(lat, MAX_LATITUDE_DEGREES) || !isWithin(lng, MAX_LONGITUDE_DEGREES)) return undefined;
  return { ...value, lat, lng, alt: typeof alt === 'number' ? alt : null };
}

const isWithin = (degrees: unknown, limit: number): degrees is number =>
  typeof degrees === 'number' && Math.abs(degrees) <= limit;
