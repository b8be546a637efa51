import { UNKNOWN } from './spareBuckets.ts';

/**
 * KEYS: the bucket, since when Redis has known buckets. ARGV: points, maximum, points restored a second, `take` (only
 * where there are as many) or `owe` (whatever there is; points that are given back are owed below zero).
 * Answers whether they were taken, and how many there are.
 *
 * A bucket that has filled itself is forgotten, so one that is not there is full, unless Redis has forgotten all of
 * them: then a caller has what a tenth has become since.
 */
const USE = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local points, maximum, rate = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local known = redis.call('HMGET', KEYS[1], 'points', 'at')
local before, at = tonumber(known[1] or ''), tonumber(known[2] or '')
if not before then
  redis.call('SET', KEYS[2], string.format('%.0f', now), 'NX')
  before, at = maximum * ${UNKNOWN}, tonumber(redis.call('GET', KEYS[2]))
end
local there = math.min(maximum, before + math.max(0, now - at) / 1000 * rate)
if ARGV[4] == 'take' and points > there and points > 0 then return { 0, string.format('%.3f', there) } end
there = math.max(-maximum, math.min(maximum, there - points))
if points ~= 0 then
  redis.call('HSET', KEYS[1], 'points', string.format('%.3f', there), 'at', string.format('%.0f', now))
  redis.call('PEXPIRE', KEYS[1], math.ceil((maximum - there) / rate * 1000) + 1000)
end
return { 1, string.format('%.3f', there) }`;

/** KEYS: the gateways. ARGV: which one this is, milliseconds after which one is not counted. Answers how many there are. */
const COUNT = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZADD', KEYS[1], now, ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return redis.call('ZCARD', KEYS[1])`;

export const BUCKET_SCRIPTS = {
  budgetUse: { numberOfKeys: 2, lua: USE },
  budgetCount: { numberOfKeys: 1, lua: COUNT },
};
