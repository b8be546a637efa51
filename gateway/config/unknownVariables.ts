import leven from 'leven';
import { type Environment, readVariable } from './environment.ts';
import { REMOVED, REMOVED_COMMON } from './removedVariables.ts';

/** A variable that no setting reads. */
export interface UnknownVariable {
  readonly name: string;
  /** The setting with the most similar name, if one is similar. */
  readonly nearest?: string;
  /** What to do instead, if a former version had the setting. */
  readonly replacement?: string;
  /** True if it prevents the start. */
  readonly isError?: boolean;
}

/** Prefixes that only settings of the gateway have. */
const OWN_PREFIX =
  /^(SANITY|MUX|ALGOLIA|EMULATOR|CACHE|CDN_PURGE|OIDC|RATE_LIMIT|MAX_SUBSCRIPTION|TRUSTED_DOCUMENTS|SIGNED_URL)_/;
/** Variables of Node, npm, Docker Compose, OpenTelemetry and the Studio of Sanity, which `.env` can contain too. */
const FOREIGN =
  /^(NODE_\w+|npm_\w+|UV_THREADPOOL_SIZE|TZ|COMPOSE_\w+|OTEL_\w+|(HTTPS?|NO)_PROXY|SANITY_STUDIO_\w+)$/i;
/** Edits from a setting to a variable of the process that is reported as a misspelling of it. */
const MAX_MISSPELT_EDITS = 2;
/** Shorter names are similar by accident. */
const MIN_MISSPELT_CHARACTERS = 8;

/**
 * Returns the variables with a value that no setting reads: the variables of `.env`, and other variables whose name begins like
 * the name of a setting or is similar to such a name.
 * @param declared names of the variables of `.env`
 * @param known names of all settings
 */
export function findUnknownVariables(
  env: Environment,
  declared: readonly string[],
  known: ReadonlySet<string>,
): readonly UnknownVariable[] {
  return Object.keys(env)
    .filter((name) => !known.has(name) && !FOREIGN.test(name) && readVariable(env, name) !== undefined)
    .sort()
    .flatMap((name): readonly UnknownVariable[] => {
      const removed = removedSetting(env, name);
      if (removed) return [{ name, ...removed }];
      if (!declared.includes(name) && !OWN_PREFIX.test(name) && !isMisspelling(name, known)) return [];
      const { nearest, edits } = nearestOf(name, known);
      return [edits <= name.length / 2 ? { name, nearest } : { name }];
    });
}

/** Returns the message about a variable, without its value. */
export const describeUnknownVariable = ({ name, nearest, replacement }: UnknownVariable): string =>
  `${name}: expected the name of a setting, got a name that nothing reads${replacement === undefined ? '' : ' any more'}; ${replacement ?? (nearest === undefined ? 'remove it' : `did you mean ${nearest}?`)}`;

/** Returns what replaces a former setting, and whether it is an error; undefined for another variable. */
function removedSetting(env: Environment, name: string): Omit<UnknownVariable, 'name'> | undefined {
  if (Object.hasOwn(REMOVED, name)) return { replacement: REMOVED[name] as string, isError: true };
  const common = Object.hasOwn(REMOVED_COMMON, name) ? REMOVED_COMMON[name] : undefined;
  return common?.values.test(readVariable(env, name) ?? '') ? { replacement: common.replacement } : undefined;
}

const isMisspelling = (name: string, known: ReadonlySet<string>): boolean =>
  name.length >= MIN_MISSPELT_CHARACTERS && nearestOf(name, known).edits <= MAX_MISSPELT_EDITS;

function nearestOf(name: string, known: ReadonlySet<string>): { nearest: string; edits: number } {
  const [first = { nearest: '', edits: Number.POSITIVE_INFINITY }] = [...known]
    .map((nearest) => ({ nearest, edits: leven(name, nearest) }))
    .sort((a, b) => a.edits - b.edits);
  return first;
}
