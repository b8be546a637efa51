import { loadEnvironment } from '../config/environment.ts';
import { readConfig } from '../config/readConfig.ts';
import { causesOf } from '../core/errors.ts';

/** The messages of ioredis for a connection that was lost and for a server that does not respond. */
const LOST = /^(Connection is closed\.|Command timed out)$/;

/** Returns whether a command failed because Redis cannot be used. */
export const isRedisError = (error: unknown): error is Error =>
  error instanceof Error &&
  (/^(MaxRetriesPerRequestError|ReplyError)$/.test(error.name) || LOST.test(error.message));

/** Returns the failure of Redis that caused an error; undefined if none did. */
export const redisErrorOf = (error: unknown): Error | undefined => causesOf(error).find(isRedisError);

/** Returns the message of a failure of Redis, with its address of the settings. */
export function redisErrorMessage(error: Error): string {
  const { redisUrl = '' } = readConfig(loadEnvironment().env);
  const actual = error.name === 'ReplyError' ? error.message : 'no response';
  return `REDIS_URL: expected a Redis that accepts the connection at ${withoutCredentials(redisUrl)}, got ${actual}; start it, or correct REDIS_URL`;
}

function withoutCredentials(redisUrl: string): string {
  const url = new URL(redisUrl);
  url.username = '';
  url.password = '';
  url.search = '';
  return url.href;
}
