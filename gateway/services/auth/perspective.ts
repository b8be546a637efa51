import { PUBLISHED } from '../../core/context.ts';
import { HttpError } from '../../core/httpError.ts';

/**
 * Other perspectives are names of releases, `r` and letters or digits as the content service has them except `raw`: one, or several
 * with the highest priority first. `drafts` can end the list.
 */
const PERSPECTIVES: readonly string[] = [PUBLISHED, 'drafts'];
const RELEASE_NAME = /^r(?!aw$)[A-Za-z0-9]{1,62}$/;
const MAX_RELEASES = 10;

/** Reads the header `X-Perspective`. @throws HttpError 400 */
export function readPerspective(requested: unknown = PUBLISHED): string {
  if (typeof requested === 'string' && isPerspective(requested)) return requested;
  throw new HttpError(
    400,
    'BAD_REQUEST',
    `X-Perspective: expected ${PERSPECTIVES.join(', ')} or the names of up to ${MAX_RELEASES} releases joined by commas, got ${JSON.stringify(String(requested).slice(0, 40))}`,
    [],
    { allowed: PERSPECTIVES },
  );
}

/** Returns whether a text is a perspective of callers. */
export const isPerspective = (text: string): boolean => PERSPECTIVES.includes(text) || isReleases(text);

function isReleases(perspective: string): boolean {
  const layers = perspective.split(',');
  const releases = layers.at(-1) === 'drafts' ? layers.slice(0, -1) : layers;
  const areDifferent = new Set(releases).size === releases.length;
  return (
    areDifferent &&
    releases.length > 0 &&
    releases.length <= MAX_RELEASES &&
    releases.every((name) => RELEASE_NAME.test(name))
  );
}
