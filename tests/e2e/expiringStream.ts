import type { Page } from 'playwright-core';

/** A stream whose addresses end. */
interface ExpiringStream {
  /** Ends the address that is played by. */
  expire(): void;
  /** Whether it is played by the next. */
  isRenewed(): boolean;
  /** Hurries the page, and waits until it has been given the next address. */
  renewed(): Promise<void>;
}

/** Makes a page whose waits of a minute and more can be brought to their end. */
export const hurryable = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    const wait = window.setTimeout.bind(window);
    const waiting: (() => void)[] = [];
    const patched = (run: () => void, milliseconds?: number) => {
      if ((milliseconds ?? 0) < 60_000) return wait(run, milliseconds);
      waiting.push(run);
      return 0;
    };
    Object.assign(window, {
      setTimeout: patched,
      hurry: () => waiting.splice(0).forEach((run) => void run()),
    });
  });
};

/**
 * A signed film's stream with a token that expires when it is told to: segments beyond the first are held back until
 * then and refused afterwards, and only the address that the graph gives next is answered.
 */
export async function expiring(page: Page): Promise<ExpiringStream> {
  const RENEWED = 'renewed';
  let token = '';
  let segments = 0;
  let isRenewed = false;
  let expire: () => void = () => undefined;
  const expired = new Promise<void>((done) => {
    expire = done;
  });
  await page.route(/\.(m3u8|m4s|mp4)(\?|$)/, async (route) => {
    const url = new URL(route.request().url());
    const given = url.searchParams.get('token');
    if (given === RENEWED) {
      isRenewed = true;
      url.searchParams.set('token', token);
      return route.continue({ url: url.href });
    }
    if (/m3u8/.test(url.pathname) && !token) token = given ?? '';
    if (isRenewed || /m3u8/.test(url.pathname)) return route.continue();
    segments += 1;
    if (segments <= 2) return route.continue();
    await expired;
    return route.fulfill({ status: 403 });
  });
  await page.route(
    ({ pathname }) => pathname === '/graphql',
    async (route) => {
      const answer = await route.fetch();
      const text = await answer.text();
      const isRenewal = route.request().postData()?.includes('FreshAddresses');
      const body = isRenewal
        ? text.replace(/(\.m3u8\?token=)[^"]+/, (_all, before: string) => `${before}${RENEWED}`)
        : text;
      return route.fulfill({ response: answer, body });
    },
  );
  return {
    expire: () => expire(),
    isRenewed: () => isRenewed,
    async renewed() {
      const answer = page.waitForResponse((one) =>
        Boolean(one.request().postData()?.includes('FreshAddresses')),
      );
      await page.evaluate(() => (window as unknown as { hurry: () => void }).hurry());
      await answer;
    },
  };
}
