import type { Page } from 'playwright-core';

const RENEWED_TOKEN = 'renewed';
/** Initial segments that are served before the token expires. */
const SERVED_SEGMENTS = 2;
const MIN_HELD_TIMER_MS = 60_000;

/** A signed stream whose token expires on command. */
interface ExpiringStream {
  expireToken(): void;
  /** True once the player has requested the stream with the renewed token. */
  isRefreshed(): boolean;
  /** Runs the timer of the URL refresh and waits for its response. */
  runRefresh(): Promise<void>;
}

/** Holds the timers of a page that are a minute or longer until `window.runHeldTimers()` is called. */
export const holdLongTimers = async (page: Page): Promise<void> => {
  await page.addInitScript((minHeldTimerMs) => {
    const setTimer = window.setTimeout.bind(window);
    const held: (() => void)[] = [];
    const setHeldTimer = (run: () => void, milliseconds?: number) => {
      if ((milliseconds ?? 0) < minHeldTimerMs) return setTimer(run, milliseconds);
      held.push(run);
      return 0;
    };
    Object.assign(window, {
      setTimeout: setHeldTimer,
      runHeldTimers: () => held.splice(0).forEach((run) => void run()),
    });
  }, MIN_HELD_TIMER_MS);
};

/**
 * Routes the requests of a page for a signed stream. Segments after the first two wait until `expireToken` and then get
 * 403. The next signed URL that the gateway sends carries a renewed token, which is served.
 * @param isRefreshQuery whether the body of a request is that of a refresh. Default: by the name of the app's query
 */
export async function routeExpiringStream(
  page: Page,
  isRefreshQuery = (body: string | null) => body?.includes('SignedUrls') ?? false,
): Promise<ExpiringStream> {
  let token = '';
  let segments = 0;
  let isRefreshed = false;
  const expired = Promise.withResolvers<void>();
  await page.route(/\.(m3u8|m4s|mp4)(\?|$)/, async (route) => {
    const url = new URL(route.request().url());
    const requestedToken = url.searchParams.get('token');
    if (requestedToken === RENEWED_TOKEN) {
      isRefreshed = true;
      url.searchParams.set('token', token);
      return route.continue({ url: url.href });
    }
    const isPlaylist = url.pathname.includes('m3u8');
    if (isPlaylist && !token) token = requestedToken ?? '';
    if (isRefreshed || isPlaylist) return route.continue();
    segments += 1;
    if (segments <= SERVED_SEGMENTS) return route.continue();
    await expired.promise;
    return route.fulfill({ status: 403 });
  });
  await page.route(
    ({ pathname }) => pathname === '/graphql',
    async (route) => {
      const response = await route.fetch();
      const text = await response.text();
      const body = isRefreshQuery(route.request().postData())
        ? text.replace(/(\.m3u8\?token=)[^"]+/, (_match, prefix: string) => `${prefix}${RENEWED_TOKEN}`)
        : text;
      return route.fulfill({ response, body });
    },
  );
  return {
    expireToken: () => expired.resolve(),
    isRefreshed: () => isRefreshed,
    async runRefresh() {
      const response = page.waitForResponse((candidate) => isRefreshQuery(candidate.request().postData()));
      await page.evaluate(() => (window as unknown as { runHeldTimers: () => void }).runHeldTimers());
      await response;
    },
  };
}
