import { globSync, readFileSync } from 'node:fs';
import { ROOT } from '../../support/stack.ts';

/** The variables whose values nobody may ever read, by the ends of their names. */
const SECRET = /(_TOKEN|_SECRET|_KEY|_PRIVATE_KEY)$/;
/** Names that end so and are told to everybody: the id of a signing key stands in each signed address. */
const TOLD = new Set(['MUX_SIGNING_KEY']);
/** Characters of the shortest secret; what is shorter is a number or a switch. */
const SHORTEST = 8;
/** Files of what is built for browsers. */
const BUNDLES = 'web/dist/{app,explorer}/**/*.{js,css,html,json,map}';

/** The secrets of an environment; a private key also as the PEM that it is the base64 of. */
export function secretsOf(env: Readonly<Record<string, string | undefined>>): ReadonlyMap<string, string> {
  const secrets = Object.entries(env).filter(
    (entry): entry is [string, string] =>
      SECRET.test(entry[0]) && !TOLD.has(entry[0]) && (entry[1]?.length ?? 0) >= SHORTEST,
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

/** Which secrets stand in some texts, by the names of their variables. */
export const secretsIn = (texts: Iterable<string>, secrets: ReadonlyMap<string, string>): string[] => {
  const found = new Set<string>();
  for (const text of texts) for (const [name, value] of secrets) if (text.includes(value)) found.add(name);
  return [...found];
};

/** What browsers are given, as far as it has been built. */
export const bundles = (): string[] =>
  globSync(BUNDLES, { cwd: ROOT }).map((file) => readFileSync(`${ROOT}${file}`, 'utf8'));
