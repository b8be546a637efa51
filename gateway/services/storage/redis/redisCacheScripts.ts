/**
 * Atomic steps in Redis. One sorted set records invalidations: tag → time of its invalidation in microseconds of the
 * server's clock, made monotonic; `*` invalidates everything. An entry carries the time before its load and is valid while
 * none of its tags was invalidated since. When the set is missing (evicted, flushed), it starts with an invalidation of
 * everything.
 */
const CLOCK = `
local function now()
  local time = redis.call('TIME')
  local current = time[1] * 1000000 + time[2]
  local last = redis.call('ZREVRANGE', KEYS[1], 0, 0, 'WITHSCORES')
  if not last[2] then
    redis.call('ZADD', KEYS[1], string.format('%.0f', current), '*')
    return current, current
  end
  return math.max(current, tonumber(last[2])), tonumber(last[2])
end
local function invalidatedSince(tags, clock)
  for _, tag in ipairs(tags) do
    local at = redis.call('ZSCORE', KEYS[1], tag)
    if at and tonumber(at) >= clock then return true end
  end
  local all = redis.call('ZSCORE', KEYS[1], '*')
  return all and tonumber(all) >= clock
end
`;

/** KEYS: invalidations, entry. Returns the time and, if the entry is valid, its age in µs, tags and text. */
export const READ = `${CLOCK}
local time = now()
local entry = redis.call('HMGET', KEYS[2], 'clock', 'tags', 'text')
if not entry[1] or invalidatedSince(cjson.decode(entry[2]), tonumber(entry[1])) then
  return { string.format('%.0f', time) }
end
return { string.format('%.0f', time), string.format('%.0f', time - tonumber(entry[1])), entry[2], entry[3] }`;

/** KEYS: invalidations, entry. ARGV: time before the load, tags, text, lifetime in ms. Returns 0 if invalidated since. */
export const WRITE = `${CLOCK}
now()
if invalidatedSince(cjson.decode(ARGV[2]), tonumber(ARGV[1])) then return 0 end
redis.call('HSET', KEYS[2], 'clock', ARGV[1], 'tags', ARGV[2], 'text', ARGV[3])
redis.call('PEXPIRE', KEYS[2], ARGV[4])
return 1`;

/**
 * KEYS: invalidations. ARGV: channel, sender, tags (`*` for everything), retention in seconds. Publishes the
 * invalidation with the time of the previous one, so that gateways detect a missed one.
 */
export const INVALIDATE = `${CLOCK}
local time, last = now()
time = math.max(time, last + 1)
local at = string.format('%.0f', time)
for _, tag in ipairs(cjson.decode(ARGV[3])) do redis.call('ZADD', KEYS[1], at, tag) end
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', string.format('(%.0f', time - ARGV[4] * 1000000))
redis.call('PUBLISH', ARGV[1], cjson.encode({ from = ARGV[2], before = string.format('%.0f', last), at = at, tags = cjson.decode(ARGV[3]) }))
return at`;

/**
 * KEYS: invalidations, run. ARGV: the server's run id. Returns the time of the last invalidation. A restarted server may have
 * lost invalidations, so everything is invalidated.
 */
export const LAST_INVALIDATION = `${CLOCK}
local time, last = now()
if redis.call('GET', KEYS[2]) ~= ARGV[1] then
  redis.call('SET', KEYS[2], ARGV[1])
  last = math.max(time, last + 1)
  redis.call('ZADD', KEYS[1], string.format('%.0f', last), '*')
end
return string.format('%.0f', last)`;
