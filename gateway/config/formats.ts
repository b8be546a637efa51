import { createPrivateKey } from 'node:crypto';
import { isIP } from 'node:net';
import { isScope, SCOPES, type Scope } from '../core/scopes.ts';

/** What a variable must look like; `secret` keeps its value out of messages. */
export interface Format {
  expected: string;
  matches(value: string): boolean;
  secret?: boolean;
  /** What of a value must never be told, in no log either. */
  secretsIn?(value: string): readonly string[];
}

/** The levels of the log, as pino names them. */
const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
/** How much is logged. */
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Anything: a path, a host name. */
export const text: Format = { expected: 'a text', matches: () => true };
/** A key or a token, as it travels in headers. */
export const secret: Format = {
  expected: 'a secret of visible characters',
  matches: (value) => /^[\x21-\x7e]+$/.test(value),
  secret: true,
  secretsIn: (value) => [value],
};
/** A port to listen on. */
export const port: Format = {
  expected: 'a port from 0 to 65535',
  matches: (value) => /^\d{1,5}$/.test(value) && Number(value) <= 65535,
};
/** A time that is not worth measuring in days. */
export const seconds: Format = {
  expected: 'seconds from 0 to 86400',
  matches: (value) => /^\d{1,5}$/.test(value) && Number(value) <= 86_400,
};
/** A timeout of an operation. */
export const timeoutSeconds: Format = {
  expected: 'seconds from 1 to 60',
  matches: (value) => /^\d{1,2}$/.test(value) && Number(value) >= 1 && Number(value) <= 60,
};
/** A part of a machine's memory. */
export const megabytes: Format = {
  expected: 'megabytes from 1 to 65536',
  matches: (value) => /^\d{1,5}$/.test(value) && Number(value) >= 1 && Number(value) <= 65_536,
};
/** The address of a server or a site. */
export const address: Format = {
  expected: 'an address such as https://example.org, without user, query or fragment',
  matches: (value) => {
    const url = URL.parse(value);
    return (
      url !== null &&
      /^https?:$/.test(url.protocol) &&
      !(url.username || url.password || url.search || url.hash)
    );
  },
  // A mistaken address may well carry a password.
  secret: true,
};
/** The address of a Redis server. */
export const redis: Format = {
  expected: 'redis://host:port or rediss://host:port',
  matches: (value) => /^rediss?:$/.test(URL.parse(value)?.protocol ?? ''),
  secret: true,
  secretsIn: (value) => {
    const password = URL.parse(value)?.password;
    return password ? [password, decodeURIComponent(password)] : [];
  },
};
/** How much is logged. */
export const logLevel: Format = {
  expected: `one of ${LOG_LEVELS.join(', ')}`,
  matches: (value) => LOG_LEVELS.includes(value as LogLevel),
};
/** A value of a pattern, and the words for it. */
export const named = (expected: string, pattern: RegExp): Format => ({
  expected,
  matches: (value) => pattern.test(value),
});
/** A private key to sign with. */
export const privateKey: Format = {
  expected: 'the RSA private key of a signing key as Mux gives it: a PEM, in base64',
  matches: (value) => {
    try {
      const pem = value.trim().startsWith('-----') ? value : Buffer.from(value, 'base64').toString();
      return createPrivateKey(pem).asymmetricKeyType === 'rsa';
    } catch {
      return false;
    }
  },
  secret: true,
  secretsIn: (value) => [value],
};

/** A setting that is one way or the other. */
export const onOrOff = named('on or off', /^(on|off)$/);

export const languageCodes = named('languages by ISO 639-1, such as en,de', /^[a-z]{2}(,[a-z]{2})*$/);
export const wholeNumber = named('a whole number', /^\d{1,9}$/);
/** A rate limit: size of the bucket, and points restored per second. */
export const rateLimit = named(
  'points and points restored per second, such as 100000/2000, or off',
  /^(off|[1-9]\d{0,8}\/[1-9]\d{0,8})$/,
);

/** Parses a rate limit; undefined for `off`. */
export function readRateLimit(
  value: string,
): Readonly<Record<'maximum' | 'restoreRate', number>> | undefined {
  if (value === 'off') return undefined;
  const [maximum, restoreRate] = value.split('/').map(Number) as [number, number];
  return Object.freeze({ maximum, restoreRate });
}

/** Which proxies are believed. */
export const proxies: Format = {
  expected: 'off, the number of proxies in front from 1 to 9, or their addresses such as 10.0.0.0/8,fd00::/8',
  matches: (value) => /^(off|[1-9])$/.test(value) || value.split(',').every(isNetwork),
};

function isNetwork(value: string): boolean {
  const [address = '', bits, ...more] = value.trim().split('/');
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return (
    more.length === 0 && (bits === undefined ? most > 0 : /^\d{1,3}$/.test(bits) && Number(bits) <= most)
  );
}

/** What roles are in scopes, e.g. `editor=read:drafts+index:write,owner=keys:write`. */
export const scopesOfRoles: Format = {
  expected: `roles with scopes of ${SCOPES.join(', ')}, such as editor=read:drafts+index:write`,
  matches: (value) =>
    value.split(',').every((part) => {
      const [role, scopes] = halves(part);
      return role !== '' && scopes.split('+').every(isScope);
    }),
};

/** Takes apart what is written like `scopesOfRoles`. */
export const readRoles = (value: string): ReadonlyMap<string, readonly Scope[]> =>
  new Map(
    value.split(',').flatMap((part): [string, readonly Scope[]][] => {
      const [role, scopes] = halves(part);
      return role === '' ? [] : [[role, scopes.split('+').filter(isScope)]];
    }),
  );

/** A role may have `=` in its name; scopes have none. */
function halves(part: string): readonly [string, string] {
  const at = part.lastIndexOf('=');
  return [part.slice(0, Math.max(at, 0)).trim(), part.slice(at + 1).trim()];
}
