import { PROVIDERS, type Provider } from '../core/errors.ts';
import type { CallLimits } from './config.ts';
import { type Format, listOf, type RateLimit, rateLimit } from './formats.ts';

const CALLERS = ['anonymous', 'key', 'total'] as const;
const NAMES = PROVIDERS.flatMap((provider) => CALLERS.map((caller) => `${provider}.${caller}`));

type LimitsByName = ReadonlyMap<string, RateLimit | null>;

/** Searches have limits by default, because Algolia bills each query. */
const DEFAULTS: LimitsByName = new Map([
  ['search.anonymous', { maximum: 1000, restoreRate: 200 }],
  ['search.key', { maximum: 4000, restoreRate: 800 }],
]);

const byProvider = (limits: LimitsByName): Readonly<Record<Provider, CallLimits>> =>
  Object.fromEntries(
    PROVIDERS.map((provider) => [
      provider,
      Object.fromEntries(
        CALLERS.flatMap((caller) => {
          const limit = limits.get(`${provider}.${caller}`);
          return limit ? [[caller, limit]] : [];
        }),
      ),
    ]),
  ) as Readonly<Record<string, CallLimits>> as Readonly<Record<Provider, CallLimits>>;

export const DEFAULT_CALL_LIMITS = byProvider(DEFAULTS);

/** Limits of the calls to providers by caller. A limit that is not named has its default. */
export const callLimits: Format<typeof DEFAULT_CALL_LIMITS> = {
  expected:
    'calls and calls restored per second by provider (content, media, search) and caller (anonymous, key, total), such as search.key=4000/800,content.total=2000/400, or off',
  parse(value) {
    if (value === 'off') return byProvider(new Map());
    const given = listOf(value).map((part) => {
      const at = part.indexOf('=');
      return [part.slice(0, Math.max(at, 0)), rateLimit.parse(part.slice(at + 1))] as const;
    });
    const isValid = given.every(([name, limit]) => NAMES.includes(name) && limit !== undefined);
    return isValid
      ? byProvider(new Map([...DEFAULTS, ...(given as [string, RateLimit | null][])]))
      : undefined;
  },
};
