/**
 * Atomic steps in Redis. One sorted set records purges: tag → time of its purge in microseconds of the server's clock, made
 * monotonic; `*` is a purge of everything. An entry carries the time before its load and is valid while none of its tags
 * was purged since. When the set is missing (evicted, flushed), it starts with a purge of everything.
 */
const MOMENT = `
local function moment()
  local time = redis.call('TIME')
  local now = time[1] * 1000000 + time[2]
  local last = redis.call('ZREVRANGE', KEYS[1], 0, 0, 'WITHSCORES')
  if not last[2] then
    redis.call('ZADD', KEYS[1], string.format('%.0f', now), '*')
    return now, now
  end
  return math.max(now, tonumber(last[2])), tonumber(last[2])
end
local function purgedSince(tags, clock)
  for _, tag in ipairs(tags) do
    local at = redis.call('ZSCORE', KEYS[1], tag)
    if at and tonumber(at) >= clock then return true end
  end
  local all = redis.call('ZSCORE', KEYS[1], '*')
  return all and tonumber(all) >= clock
end
`;

/** KEYS: purges, entry. Returns the time and, if the entry is valid, its age in µs, tags and text. */
export const READ = `${MOMENT}
local now = moment()
local entry = redis.call('HMGET', KEYS[2], 'clock', 'tags', 'text')
if not entry[1] or purgedSince(cjson.decode(entry[2]), tonumber(entry[1])) then
  return { string.format('%.0f', now) }
end
return { string.format('%.0f', now), string.format('%.0f', now - tonumber(entry[1])), entry[2], entry[3] }`;

/** KEYS: purges, entry. ARGV: time before the load, tags, text, lifetime in ms. Returns 0 if purged since. */
export const WRITE = `${MOMENT}
moment()
if purgedSince(cjson.decode(ARGV[2]), tonumber(ARGV[1])) then return 0 end
redis.call('HSET', KEYS[2], 'clock', ARGV[1], 'tags', ARGV[2], 'text', ARGV[3])
redis.call('PEXPIRE', KEYS[2], ARGV[4])
return 1`;

/**
 * KEYS: purges. ARGV: channel, sender, tags (`*` for everything), retention in seconds. Publishes the purge with the time of
 * the previous one, so that gateways detect a missed purge.
 */
export const PURGE = `${MOMENT}
local now, last = moment()
now = math.max(now, last + 1)
local at = string.format('%.0f', now)
for _, tag in ipairs(cjson.decode(ARGV[3])) do redis.call('ZADD', KEYS[1], at, tag) end
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', string.format('(%.0f', now - ARGV[4] * 1000000))
redis.call('PUBLISH', ARGV[1], cjson.encode({ from = ARGV[2], before = string.format('%.0f', last), at = at, tags = cjson.decode(ARGV[3]) }))
return at`;

/**
 * KEYS: purges, run. ARGV: the server's run id. Returns the time of the last purge. A restarted server may have lost purges,
 * so everything is purged.
 */
export const LAST = `${MOMENT}
local now, last = moment()
if redis.call('GET', KEYS[2]) ~= ARGV[1] then
  redis.call('SET', KEYS[2], ARGV[1])
  last = math.max(now, last + 1)
  redis.call('ZADD', KEYS[1], string.format('%.0f', last), '*')
end
return string.format('%.0f', last)`;
