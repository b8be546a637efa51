import { filter, firstValueFrom, fromEvent, takeUntil, timeout } from 'rxjs';
import type { ContentConfig } from '../../config/config.ts';
import { createLiveEvents } from '../../providers/content/changes/liveEvents.ts';
import { type Check, ok, warning } from './check.ts';
import { queryOutcomes } from './contentChecks.ts';
import { callProvider } from './providerCall.ts';
import type { SanityAccount } from './sanityAccount.ts';

const CONNECT_TIMEOUT_MS = 5_000;

/** Checks that live events arrive, without which cached content is short-lived and polled. */
export const liveEventsCheck = (config: ContentConfig, { reader }: SanityAccount): Check => ({
  id: 'content-live-events',
  title: 'Sanity live events',
  async run(signal) {
    // An account that cannot be read has problems of its own.
    await callProvider(
      'content',
      () => reader.fetch('count(*[_id == "a"])', {}, { signal }),
      queryOutcomes(config),
    );
    try {
      const ready = createLiveEvents(config).pipe(
        filter(({ type }) => type === 'welcome' || type === 'restart'),
        timeout({ first: CONNECT_TIMEOUT_MS }),
        takeUntil(fromEvent(signal, 'abort')),
      );
      await firstValueFrom(ready);
      return ok('connected: cached content is fresh for hours, and polled every hour');
    } catch (error) {
      return warning('CONTENT_LIVE_EVENTS_MISSING', {
        expected: 'a connection to the live events of the dataset',
        actual: error instanceof Error ? error.message : String(error),
        fix: 'let proxies pass long connections to /data/live/events; until then only webhooks and polling report changes (docs/operating.md, "Lifetimes")',
      });
    }
  },
});
