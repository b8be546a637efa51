/** Holds `.env.example` to the variables that are really read: none missing, none left over. Ends with 1 otherwise. */
import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { withEmulatorDefaults } from '../../../gateway/config/environment.ts';
import { readConfig } from '../../../gateway/config/readConfig.ts';

const text = readFileSync('.env.example', 'utf8');
const explained = new Set(Object.keys(parseEnv(text)));

/** Set by whoever runs Node, and no setting of Trivium's own. */
const ELSEWHERE = new Set(['NODE_ENV']);

const read = new Set<string>();
const noting = (env: Record<string, string | undefined>) =>
  new Proxy(env, {
    get(target, name) {
      if (typeof name === 'string' && !ELSEWHERE.has(name)) read.add(name);
      return Reflect.get(target, name);
    },
  });
// Once with every value, and once with none but what the emulators need: each reads what the other may leave out.
readConfig(noting(parseEnv(text)));
readConfig(noting(withEmulatorDefaults(noting({}), text)));

const faults = [
  ...[...read]
    .filter((name) => !explained.has(name))
    .map((name) => `${name} is read and .env.example does not explain it`),
  ...[...explained]
    .filter((name) => !read.has(name))
    .map((name) => `.env.example explains ${name} and nothing reads it`),
];
for (const fault of faults) console.error(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
