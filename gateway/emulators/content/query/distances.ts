import { randomUUID } from 'node:crypto';
import type { ExprNode } from 'groq-js';
import { followReference } from './linkedDocuments.ts';
import { replaceNodes } from './syntaxTree.ts';

/** Start of a `_ref` that stands for the distance of two points. It is random, so no stored `_ref` starts with it. */
const DISTANCE = `distance ${randomUUID()}`;
/** The mean radius. Sanity's own distances differ by less than 0.6 %, because the Earth is no sphere. */
const EARTH_RADIUS_METRES = 6_371_008.8;
const MAX_LATITUDE_DEGREES = 90;
const MAX_LONGITUDE_DEGREES = 180;

/**
 * Replaces each `geo::distance(geo::latLng(…), geo::latLng(…))`, which groq-js lacks. It calls back only to follow a reference,
 * so a distance becomes an attribute of the document of a reference with the coordinates (see `readDistance`).
 */
export function replaceDistances(tree: ExprNode): ExprNode {
  return replaceNodes(tree, (node) => {
    const coordinates = coordinatesOf(node);
    if (coordinates === undefined) return undefined;
    const ref = coordinates
      .map((coordinate) => numberText(replaceDistances(coordinate)))
      .reduce((text, coordinate) => plus(plus(text, value(' ')), coordinate), value(DISTANCE));
    return { type: 'AccessAttribute', base: followReference(ref), name: 'metres' };
  });
}

/** Returns the document of a `_ref` that stands for a distance; undefined for any other. */
export function readDistance(ref: string): { readonly metres: number | null } | undefined {
  if (!ref.startsWith(DISTANCE)) return undefined;
  const [lat1 = 0, lng1 = 0, lat2 = 0, lng2 = 0] = ref.slice(DISTANCE.length).trim().split(' ').map(Number);
  const isOnEarth =
    [lat1, lat2].every((lat) => Math.abs(lat) <= MAX_LATITUDE_DEGREES) &&
    [lng1, lng2].every((lng) => Math.abs(lng) <= MAX_LONGITUDE_DEGREES);
  return { metres: isOnEarth ? haversine([lat1, lng1], [lat2, lng2]) : null };
}

/** Returns the four coordinates of a distance between two `geo::latLng`; undefined for any other node. */
function coordinatesOf(node: ExprNode): readonly ExprNode[] | undefined {
  const [from, to, ...furtherArguments] = geoArguments(node, 'distance') ?? [];
  if (!from || !to || furtherArguments.length > 0) return undefined;
  const coordinates = [from, to].map((point) => geoArguments(point, 'latLng'));
  return coordinates.every((point) => point?.length === 2)
    ? coordinates.flatMap((point) => point ?? [])
    : undefined;
}

const geoArguments = (node: ExprNode, name: string): readonly ExprNode[] | undefined =>
  node.type === 'FuncCall' && node.namespace === 'geo' && node.name === name ? node.args : undefined;

const value = (constant: string | number): ExprNode => ({ type: 'Value', value: constant });

const plus = (left: ExprNode, right: ExprNode): ExprNode => ({ type: 'OpCall', op: '+', left, right });

/** Returns the text of a number; null for other values, because their sum with 0 is null. */
const numberText = (coordinate: ExprNode): ExprNode => ({
  type: 'FuncCall',
  namespace: 'global',
  name: 'string',
  args: [plus(coordinate, value(0))],
});

type Point = readonly [lat: number, lng: number];

/** Returns the distance of two points along the surface of a sphere in metres. */
function haversine([lat1, lng1]: Point, [lat2, lng2]: Point): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const sine = (degrees: number) => Math.sin(radians(degrees) / 2) ** 2;
  const share = sine(lat2 - lat1) + Math.cos(radians(lat1)) * Math.cos(radians(lat2)) * sine(lng2 - lng1);
  return 2 * EARTH_RADIUS_METRES * Math.asin(Math.sqrt(Math.min(1, share)));
}
