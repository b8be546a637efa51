import { createPrivateKey } from 'node:crypto';
import { type Stats, statSync } from 'node:fs';
import { isIP } from 'node:net';
import { PROVIDERS, type Provider } from '../core/errors.ts';
import { parseLocales } from '../core/locales.ts';

/** The format of a variable. */
export interface Format {
  expected: string;
  matches(value: string): boolean;
  /** True if messages must not contain the value. */
  isSecret?: boolean;
  /** Returns the parts of a value that logs must not contain. */
  secretsOf?(value: string): readonly string[];
}

/** Log levels of pino. */
const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Any text, such as a path or a host name. */
export const text: Format = { expected: 'a text', matches: () => true };
/** The path of a folder that exists. */
export const folder: Format = {
  expected: 'the path of a folder',
  matches: isFolder,
};
/** The data of the emulators. */
export const seed: Format = {
  expected: 'the path of a folder, or of an export with the ending .tar.gz',
  matches: (path) => isFolder(path) || (/\.(tar\.gz|tgz)$/.test(path) && statOf(path)?.isFile() === true),
};

function isFolder(path: string): boolean {
  return statOf(path)?.isDirectory() === true;
}

/** Returns undefined for a path that does not exist, may not be read, or is no path. */
function statOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}

/** The name or IP address of an interface. */
export const host: Format = {
  expected: 'a host name or an IP address such as 127.0.0.1 or ::',
  matches: (value) =>
    (isIP(value) > 0 || /^[\w.-]+$/.test(value)) && URL.canParse(`http://${urlHost(value)}`),
};
/** Returns a host as it is written in a URL. */
const urlHost = (value: string): string => (value.includes(':') ? `[${value}]` : value);

/** Returns the host of URLs for this machine: a wildcard address becomes the loopback address. */
export const localUrlHost = (value: string): string =>
  /^(0\.0\.0\.0|::)$/.test(value) ? '127.0.0.1' : urlHost(value);

/** A key or token that is sent in a header. */
export const secret: Format = {
  expected: 'a secret of visible characters',
  matches: (value) => /^[\x21-\x7e]+$/.test(value),
  isSecret: true,
  secretsOf: (value) => [value],
};
const portFrom = (minimum: number): Format => ({
  expected: `a port from ${minimum} to 65535`,
  matches: (value) => /^\d{1,5}$/.test(value) && Number(value) >= minimum && Number(value) <= 65535,
});
export const port = portFrom(0);
/** The port of an emulator, which is also part of its URL. */
export const emulatorPort = portFrom(1);
export const seconds: Format = {
  expected: 'seconds from 0 to 86400',
  matches: (value) => /^\d{1,5}$/.test(value) && Number(value) <= 86_400,
};
export const timeoutSeconds: Format = {
  expected: 'seconds from 1 to 60',
  matches: (value) => /^\d{1,2}$/.test(value) && Number(value) >= 1 && Number(value) <= 60,
};
export const milliseconds: Format = {
  expected: 'milliseconds from 100 to 60000',
  matches: (value) => /^\d{3,5}$/.test(value) && Number(value) >= 100 && Number(value) <= 60_000,
};
export const megabytes: Format = {
  expected: 'megabytes from 1 to 65536',
  matches: (value) => /^\d{1,5}$/.test(value) && Number(value) >= 1 && Number(value) <= 65_536,
};
/** The base URL of a server or site. */
export const httpUrl: Format = {
  expected: 'a URL such as https://example.org, without user, query or fragment',
  matches: (value) => {
    const url = URL.parse(value);
    return (
      url !== null &&
      /^https?:$/.test(url.protocol) &&
      !(url.username || url.password || url.search || url.hash)
    );
  },
  // A malformed URL may contain a password.
  isSecret: true,
};
export const redisUrl: Format = {
  expected: 'redis://host:port or rediss://host:port',
  matches: (value) => /^rediss?:$/.test(URL.parse(value)?.protocol ?? ''),
  isSecret: true,
  secretsOf: (value) => {
    const password = URL.parse(value)?.password;
    return password ? [password, decodeSafely(password)] : [];
  },
};
export const logLevel: Format = {
  expected: `one of ${LOG_LEVELS.join(', ')}`,
  matches: (value) => LOG_LEVELS.includes(value as LogLevel),
};
/** Decodes a percent-encoded value; returns a malformed one as it is. */
export function decodeSafely(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/** Creates a format from a pattern and its description. */
export const patternFormat = (expected: string, pattern: RegExp): Format => ({
  expected,
  matches: (value) => pattern.test(value),
});
export const privateKey: Format = {
  expected: 'the RSA private key of a Mux signing key: a PEM, plain or in base64',
  matches: (value) => {
    try {
      const pem = value.trim().startsWith('-----') ? value : Buffer.from(value, 'base64').toString();
      return createPrivateKey(pem).asymmetricKeyType === 'rsa';
    } catch {
      return false;
    }
  },
  isSecret: true,
  secretsOf: (value) => [value],
};

export const statusRules = patternFormat('2026 or legacy', /^(2026|legacy)$/);
export const onOrOff = patternFormat('on or off', /^(on|off)$/);
/** The providers that are used. Content is always one of them. */
export const providerNames: Format = {
  expected: 'content, and optionally media and search, such as content,search',
  matches: (value) => {
    const names = value.split(',').map((name) => name.trim());
    return names.includes('content') && names.every((name) => PROVIDERS.includes(name as Provider));
  },
};

/** The languages of the content, as `parseLocales` reads them. */
export const locales: Format = {
  expected: 'languages, each with an optional fallback that precedes it, such as en,de,de-CH:de',
  matches: (value) => parseLocales(value) !== undefined,
};
export const languageCodes = patternFormat('languages by ISO 639-1, such as en,de', /^[a-z]{2}(,[a-z]{2})*$/);
export const wholeNumber = patternFormat('a whole number', /^\d{1,9}$/);
export const workerCount = patternFormat('a number of processes from 1 to 99', /^[1-9]\d?$/);
/** A rate limit: the size of the bucket and the points restored per second. */
export const rateLimit = patternFormat(
  'points and points restored per second, such as 100000/2000, or off',
  /^(off|[1-9]\d{0,8}\/[1-9]\d{0,8})$/,
);

/** Parses a rate limit; undefined for `off`. */
export function parseRateLimit(
  value: string,
): Readonly<Record<'maximum' | 'restoreRate', number>> | undefined {
  if (value === 'off') return undefined;
  const [maximum, restoreRate] = value.split('/').map(Number) as [number, number];
  return Object.freeze({ maximum, restoreRate });
}

/** Limits of calls by caller, such as `anonymous=100/20,total=1000/200`. */
export const callLimits: Format = {
  expected:
    'limits for anonymous, key and total as calls and calls restored per second, such as anonymous=100/20,total=1000/200, or off',
  matches: (value) => value === 'off' || value.split(',').every((part) => CALL_LIMIT.test(part.trim())),
};
const CALL_LIMIT = /^(anonymous|key|total)=(off|[1-9]\d{0,8}\/[1-9]\d{0,8})$/;

/** Parses a value in the format `callLimits`. A caller that it does not name has no limit. */
export function parseCallLimits(
  value: string,
): Readonly<Partial<Record<'anonymous' | 'key' | 'total', NonNullable<ReturnType<typeof parseRateLimit>>>>> {
  const limits = value.split(',').flatMap((part) => {
    const [caller = '', text = 'off'] = part.trim().split('=');
    const limit = parseRateLimit(text);
    return limit ? [[caller, limit] as const] : [];
  });
  return Object.freeze(Object.fromEntries(limits));
}

/** The trusted proxies: off, their number, or their addresses. */
export const trustedProxies: Format = {
  expected: 'off, the number of proxies in front from 1 to 9, or their addresses such as 10.0.0.0/8,fd00::/8',
  matches: (value) => /^(off|[1-9])$/.test(value) || value.split(',').every(isNetwork),
};

function isNetwork(value: string): boolean {
  const [address = '', bits, ...more] = value.trim().split('/');
  const maxBits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return (
    more.length === 0 &&
    (bits === undefined ? maxBits > 0 : /^\d{1,3}$/.test(bits) && Number(bits) <= maxBits)
  );
}
