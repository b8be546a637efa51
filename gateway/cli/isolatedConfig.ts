import type { Config } from '../config/config.ts';
import { IN_MEMORY } from '../services/storage/sqlite/sqlite.ts';

/**
 * Returns the configuration of a gateway that a command composes. It shares no port, state or log with a gateway of the same
 * settings that runs, writes no file, and changes nothing at the providers.
 */
export function isolatedConfig(config: Config): Config {
  const { operatorPort: _port, redisUrl: _redis, tracing: _tracing, ...kept } = config;
  const { purge: _purge, ...cache } = kept.cache;
  const { writeKey: _writeKey, ...search } = kept.search;
  return {
    ...kept,
    host: '127.0.0.1',
    port: 0,
    stateDir: IN_MEMORY,
    logLevel: 'silent',
    consumesChanges: false,
    drainGraceSeconds: 0,
    cache,
    search,
  };
}
