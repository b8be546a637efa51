/** A part of https://wicg.github.io/netinfo, which Safari and Firefox lack. */
interface NetworkInformation {
  readonly saveData?: boolean;
  readonly effectiveType?: 'slow-2g' | '2g' | '3g' | '4g';
  /** In megabits per second. */
  readonly downlink?: number;
}

interface LineSpeed {
  /** The estimated bandwidth in bits per second: from what the page has loaded, else from what the browser reports. */
  readonly bandwidth: number;
  /** The reader saves data, or the browser reports a line like 2G or 3G. */
  readonly isReportedSlow: boolean;
  /** A small file should be played in place of a stream, because the line hardly carries a player. */
  readonly isSlow: boolean;
}

/**
 * Estimates the speed of the reader's line. The function uses nothing but the browser, because an inline script contains its
 * code.
 */
export const lineSpeed = (): LineSpeed => {
  /** The time in which a smaller file loads depends on the latency of the line and not on its bandwidth. */
  const minSampleBytes = 20_000;
  /** The part of a reported bandwidth that a video can count on. */
  const usablePart = 0.8;
  /** Below this bandwidth in bits per second, a player and a stream in good quality take too long to load. */
  const slowBandwidth = 1_000_000;
  const { connection = {} } = navigator as Navigator & { readonly connection?: NetworkInformation };
  const { saveData = false, effectiveType, downlink = 3 } = connection;
  const rates = (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
    // Files from the cache and from servers that hide their times have no size.
    .filter(({ transferSize }) => transferSize >= minSampleBytes)
    .map(
      ({ transferSize, requestStart, responseEnd }) => (transferSize * 8_000) / (responseEnd - requestStart),
    );
  const bandwidth = rates.length > 0 ? Math.max(...rates) : downlink * usablePart * 1_000_000;
  return {
    bandwidth,
    isReportedSlow: saveData || (effectiveType ?? '4g') !== '4g',
    isSlow:
      saveData ||
      effectiveType === '2g' ||
      effectiveType === 'slow-2g' ||
      // Browsers call a line with a long way 3G, even if it is broad.
      (effectiveType !== '4g' && bandwidth < slowBandwidth),
  };
};
