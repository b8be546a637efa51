import { globSync, readFileSync } from 'node:fs';
import { ROOT } from '../../support/stack.ts';

/** Suffixes of the variables whose values are secret. */
const SECRET_SUFFIX = /(_TOKEN|_SECRET|_KEY|_PRIVATE_KEY)$/;
/** Variables with such a suffix that are public: every signed URL contains the id of its signing key. */
const PUBLIC_VARIABLES = new Set(['MUX_SIGNING_KEY']);
/** Shorter values are numbers or switches, and occur in any text. */
const MIN_SECRET_CHARACTERS = 8;
const BUNDLES = 'web/dist/{app,explorer}/**/*.{js,css,html,json,map}';

/** Returns the secrets of an environment by variable. Private keys are included in base64 and as PEM. */
export function secretsOf(env: Readonly<Record<string, string | undefined>>): ReadonlyMap<string, string> {
  const secrets = Object.entries(env).filter(
    (entry): entry is [string, string] =>
      SECRET_SUFFIX.test(entry[0]) &&
      !PUBLIC_VARIABLES.has(entry[0]) &&
      (entry[1]?.length ?? 0) >= MIN_SECRET_CHARACTERS,
  );
  return new Map(
    secrets.flatMap(([name, value]) => [
      [name, value] as const,
      ...(name.endsWith('PRIVATE_KEY')
        ? [[`${name} decoded`, Buffer.from(value, 'base64').toString().split('\n')[1] as string] as const]
        : []),
    ]),
  );
}

/** Returns the names of the secrets that occur in the texts. */
export const findSecrets = (texts: Iterable<string>, secrets: ReadonlyMap<string, string>): string[] => {
  const found = new Set<string>();
  for (const text of texts) for (const [name, value] of secrets) if (text.includes(value)) found.add(name);
  return [...found];
};

/** Returns the contents of all files that are built for browsers; none before `npm run build`. */
export const readBundles = (): string[] =>
  globSync(BUNDLES, { cwd: ROOT }).map((file) => readFileSync(`${ROOT}${file}`, 'utf8'));
