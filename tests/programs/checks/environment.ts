/**
 * Checks that `.env.example` documents exactly the variables that the configuration reads.
 * `node tests/programs/checks/environment.ts`
 */
import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { withEmulatorDefaults } from '../../../gateway/config/environment.ts';
import { readConfig } from '../../../gateway/config/readConfig.ts';
import { report } from './report.ts';

/** Variables of Node and OpenTelemetry, which `.env.example` does not document. */
const FOREIGN = /^(NODE_ENV$|OTEL_(?!EXPORTER_OTLP_ENDPOINT$))/;

const text = readFileSync('.env.example', 'utf8');
/** Comments name the variables for the files of secrets. */
const documented = new Set([...Object.keys(parseEnv(text)), ...(text.match(/\b[A-Z0-9_]+_FILE\b/g) ?? [])]);
const read = readVariables();
report(
  [
    ...[...read].filter((name) => !documented.has(name)).map((name) => `${name}: read, but not documented`),
    ...[...documented]
      .filter((name) => !read.has(name) && !FOREIGN.test(name))
      .map((name) => `${name}: documented, but not read`),
  ],
  'Update .env.example or gateway/config.',
);

/** Returns the names of all variables that the configuration reads. */
function readVariables(): ReadonlySet<string> {
  const names = new Set<string>();
  const record = (env: Record<string, string | undefined>) =>
    new Proxy(env, {
      get(target, name) {
        if (typeof name === 'string' && !FOREIGN.test(name)) names.add(name);
        return Reflect.get(target, name);
      },
      // Only reads by name count, and not the search for unknown variables.
      ownKeys: () => [],
    });
  // Some variables are read only with all values set, others only with the defaults for the emulators.
  readConfig(record(parseEnv(text)));
  readConfig(record(withEmulatorDefaults(record({}), text)));
  return names;
}
