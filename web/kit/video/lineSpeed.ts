/** A part of https://wicg.github.io/netinfo, which Safari and Firefox lack. */
interface NetworkInformation {
  readonly saveData?: boolean;
  readonly effectiveType?: 'slow-2g' | '2g' | '3g' | '4g';
  /** In megabits per second. */
  readonly downlink?: number;
}

/** The time in which a smaller file loads depends on the latency of the line and not on its bandwidth. */
const MIN_SAMPLE_BYTES = 20_000;
const DEFAULT_DOWNLINK_MBIT = 3;
/** The part of a reported bandwidth that a video can count on. */
const USABLE_PART = 0.8;
/** Below this bandwidth in bits per second, a player and a stream in good quality take too long to load. */
const SLOW_BANDWIDTH = 1_000_000;

const networkInformation = (): NetworkInformation =>
  (navigator as Navigator & { readonly connection?: NetworkInformation }).connection ?? {};

/** Returns the greatest bandwidth at which a file of the page has loaded, in bits per second; null without a large file. */
const measuredBandwidth = (): number | null => {
  const rates = (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
    // Files from the cache and from servers that hide their times have no size.
    .filter(({ transferSize }) => transferSize >= MIN_SAMPLE_BYTES)
    .map(
      ({ transferSize, requestStart, responseEnd }) => (transferSize * 8_000) / (responseEnd - requestStart),
    );
  return rates.length > 0 ? Math.max(...rates) : null;
};

/** Estimates the bandwidth in bits per second: from what the page has loaded, else from what the browser reports. */
export const estimateBandwidth = (): number =>
  measuredBandwidth() ?? (networkInformation().downlink ?? DEFAULT_DOWNLINK_MBIT) * USABLE_PART * 1_000_000;

/** Returns whether the reader saves data, or the browser reports a line like 2G or 3G. */
export const isReportedSlow = (): boolean => {
  const { saveData, effectiveType } = networkInformation();
  return saveData === true || (effectiveType !== undefined && effectiveType !== '4g');
};

/** Returns whether a small file should be played in place of a stream, because the line hardly carries a player. */
export const isSlowLine = (): boolean => {
  const { saveData, effectiveType } = networkInformation();
  if (saveData || effectiveType === '2g' || effectiveType === 'slow-2g') return true;
  // Browsers call a line with a long way 3G, even if it is broad.
  return effectiveType !== '4g' && estimateBandwidth() < SLOW_BANDWIDTH;
};
