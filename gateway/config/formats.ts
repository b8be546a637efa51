import { createPrivateKey } from 'node:crypto';
import { type Stats, statSync } from 'node:fs';
import { isIP } from 'node:net';
import { PROVIDERS, type Provider } from '../core/errors.ts';
import { type Locales, parseLocales } from '../core/locales.ts';

/** The format of a variable. */
export interface Format<T> {
  readonly expected: string;
  /** Returns the value of a text; undefined if the text is malformed. */
  parse(text: string): T | undefined;
  /** True if messages must not contain the text. */
  readonly isSecret?: boolean;
  /** Returns the parts of a text that logs must not contain. */
  secretsOf?(text: string): readonly string[];
}

/** Creates a format of texts. */
const textFormat = (expected: string, matches: (text: string) => boolean): Format<string> => ({
  expected,
  parse: (text) => (matches(text) ? text : undefined),
});
/** Creates a format of texts from a pattern. */
export const patternFormat = (expected: string, pattern: RegExp): Format<string> =>
  textFormat(expected, (text) => pattern.test(text));
/**
 * Creates a format of whole numbers.
 * @param unit such as `seconds`
 * @param factor the number is multiplied by it
 */
const numberFormat = (unit: string, minimum: number, maximum: number, factor = 1): Format<number> => ({
  expected: `${unit} from ${minimum} to ${maximum}`,
  parse(text) {
    const isInRange = /^\d{1,9}$/.test(text) && Number(text) >= minimum && Number(text) <= maximum;
    return isInRange ? factor * Number(text) : undefined;
  },
});
/** Creates a format of one of these texts. */
export const oneOf = <T extends string>(...texts: readonly T[]): Format<T> => ({
  expected: `one of ${texts.join(', ')}`,
  parse: (text) => texts.find((each) => each === text),
});

/** Log levels of pino. */
export const logLevel = oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent');
export type LogLevel = NonNullable<ReturnType<typeof logLevel.parse>>;

/** Any text, such as a path or a host name. */
export const text = textFormat('a text', () => true);
/** The path of a folder that exists. */
export const folder = textFormat('the path of a folder', isFolder);
/** The data of the emulators. */
export const seed = textFormat(
  'the path of a folder, or of an export with the ending .tar.gz',
  (path) => isFolder(path) || (/\.(tar\.gz|tgz)$/.test(path) && statOf(path)?.isFile() === true),
);

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
export const host = textFormat(
  'a host name or an IP address such as 127.0.0.1 or ::',
  (value) => (isIP(value) > 0 || /^[\w.-]+$/.test(value)) && URL.canParse(`http://${urlHost(value)}`),
);
/** Returns a host as it is written in a URL. */
const urlHost = (value: string): string => (value.includes(':') ? `[${value}]` : value);

/** Returns the host of URLs for this machine: a wildcard address becomes the loopback address. */
export const localUrlHost = (value: string): string =>
  /^(0\.0\.0\.0|::)$/.test(value) ? '127.0.0.1' : urlHost(value);

/** A path of this server. */
export const sitePath = patternFormat('a path such as /api/preview/enable', /^(\/[\w~-]+){1,8}$/);

/** A key or token that is sent in a header. */
export const secret: Format<string> = {
  ...patternFormat('a secret of visible characters', /^[\x21-\x7e]+$/),
  isSecret: true,
  secretsOf: (value) => [value],
};
export const port = numberFormat('a port', 0, 65_535);
/** The operator's port of a gateway with several workers. */
export const portOfItsOwn: Format<never> = {
  expected: 'another port than PORT: the primary process serves it, and the workers share PORT',
  parse: () => undefined,
};
/** The port of the first emulator, which is also part of its URL. The other emulators have the next ports. */
export const emulatorPort = numberFormat('a port', 1, 65_533);
export const seconds = numberFormat('seconds', 0, 86_400);
/** Milliseconds, as a number of seconds. */
export const timeoutSeconds = numberFormat('seconds', 1, 60, 1000);
export const MIB = 1024 * 1024;
/** Bytes, as a number of megabytes. */
export const megabytes = numberFormat('megabytes', 1, 65_536, MIB);
export const workerCount = numberFormat('a number of processes', 1, 99);
export const oneWorker: Format<number> = {
  expected:
    '1 without REDIS_URL: set REDIS_URL, through which several processes share their state, or remove WORKERS',
  parse: (value) => (value === '1' ? 1 : undefined),
};
export const wholeNumber: Format<number> = {
  ...numberFormat('', 0, 999_999_999),
  expected: 'a whole number',
};
/** The URL of a server or site. */
export const httpUrl: Format<string> = {
  ...textFormat('a URL such as https://example.org, without user, query or fragment', (value) => {
    const url = URL.parse(value);
    return (
      url !== null &&
      /^https?:$/.test(url.protocol) &&
      !(url.username || url.password || url.search || url.hash)
    );
  }),
  // A malformed URL may contain a password.
  isSecret: true,
};
/** The URL of a server or site, without slashes at its end. */
export const baseUrl: Format<string> = {
  ...httpUrl,
  parse: (value) => httpUrl.parse(value)?.replace(/\/+$/, ''),
};
export const redisUrl: Format<string> = {
  ...textFormat('redis://host:port or rediss://host:port', (value) =>
    /^rediss?:$/.test(URL.parse(value)?.protocol ?? ''),
  ),
  isSecret: true,
  secretsOf: (value) => {
    const password = URL.parse(value)?.password;
    return password ? [password, decodeSafely(password)] : [];
  },
};
/** Decodes a percent-encoded value; returns a malformed one as it is. */
export function decodeSafely(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

export const privateKey: Format<string> = {
  ...textFormat('the RSA private key of a Mux signing key: a PEM, plain or in base64', (value) => {
    try {
      const pem = value.startsWith('-----') ? value : Buffer.from(value, 'base64').toString();
      return createPrivateKey(pem).asymmetricKeyType === 'rsa';
    } catch {
      return false;
    }
  }),
  isSecret: true,
  secretsOf: (value) => [value],
};

export const onOrOff: Format<boolean> = {
  expected: 'on or off',
  parse: (value) => ({ on: true, off: false })[value],
};
/** The parts of a text between commas. */
export const listOf = (value: string): readonly string[] => value.split(',').map((part) => part.trim());

/** The providers that are used. Content is always one of them. */
export const providerNames: Format<readonly Provider[]> = {
  expected: 'content, and optionally media and search, such as content,search',
  parse: (value) => {
    const names = listOf(value);
    const isValid =
      names.includes('content') && names.every((name) => PROVIDERS.some((each) => each === name));
    return isValid ? PROVIDERS.filter((provider) => names.includes(provider)) : undefined;
  },
};

/** The languages of the content, as `parseLocales` reads them. */
export const locales: Format<Locales> = {
  expected: 'languages, each with an optional fallback that precedes it, such as en,de,de-CH:de',
  parse: parseLocales,
};
export const languageCodes: Format<readonly string[]> = {
  expected: 'languages by ISO 639-1, such as en,de',
  parse: (value) => (/^[a-z]{2}(,[a-z]{2})*$/.test(value) ? value.split(',') : undefined),
};

/** A token bucket of cost points, or of calls. */
export interface RateLimit {
  /** The size of the bucket. */
  readonly maximum: number;
  /** Points or calls restored per second. */
  readonly restoreRate: number;
}

const RATE_LIMIT = /^(off|([1-9]\d{0,8})\/([1-9]\d{0,8}))$/;

/** A rate limit: the size of the bucket and the points restored per second. Null for `off`. */
export const rateLimit: Format<RateLimit | null> = {
  expected: 'points and points restored per second, such as 100000/2000, or off',
  parse: (value) => {
    const [, text, maximum, restoreRate] = RATE_LIMIT.exec(value) ?? [];
    if (text === 'off') return null;
    return text === undefined
      ? undefined
      : Object.freeze({ maximum: Number(maximum), restoreRate: Number(restoreRate) });
  },
};

/** The trusted proxies: off, their number, or their addresses. */
export const trustedProxies = textFormat(
  'off, the number of proxies in front from 1 to 9, or their addresses such as 10.0.0.0/8,fd00::/8',
  (value) => /^(off|[1-9])$/.test(value) || listOf(value).every(isNetwork),
);

function isNetwork(value: string): boolean {
  const [address = '', bits, ...more] = value.split('/');
  const maxBits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return (
    more.length === 0 &&
    (bits === undefined ? maxBits > 0 : /^\d{1,3}$/.test(bits) && Number(bits) <= maxBits)
  );
}
